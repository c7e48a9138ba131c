import type { LiveMessage, LiveUpdate, WatchRefused, WatchRequest } from '@tessera/contract/kernel/live';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { checkMessage } from './description/check-answers.ts';

/** A message about a view whose documents have this type. */
export type UpdateOf<Value> = LiveUpdate & { readonly value: Value };

/** Where each socket is connected to. */
const origins = new WeakMap<Socket, string>();

/** Connects as a browser does, which also connects again if it has to; rejects if the first connection is refused. */
export const connect = (url: string, token?: string, { reconnection = false } = {}): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = io(`${url}/live`, {
      auth: token === undefined ? {} : { token },
      transports: ['websocket'],
      forceNew: true,
      reconnection,
    });
    origins.set(socket, url);
    const refused = (error: Error) => {
      socket.close();
      reject(error);
    };
    socket.once('connect_error', refused);
    socket.once('connect', () => {
      socket.off('connect_error', refused);
      resolve(socket);
    });
  });

const hold = (socket: Socket, schema: string, message: unknown) =>
  checkMessage(origins.get(socket) ?? '', schema, message);

/** Returns the answer, which it checks against the description. */
export const watch = async (socket: Socket, view: string, key: string): Promise<LiveMessage | WatchRefused> => {
  const sent: WatchRequest = { view, key };
  const answer = (await socket.timeout(5_000).emitWithAck('watch', sent)) as LiveMessage | WatchRefused;
  await hold(socket, 'error' in answer ? 'WatchRefused' : 'LiveMessage', answer);
  return answer;
};

/** Resolves with the next message that fits, once it is checked against the description. Call it before causing the message. */
export const nextMessage = <Value>(socket: Socket, fits: (message: UpdateOf<Value>) => boolean) =>
  new Promise<UpdateOf<Value>>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('No such live message within 10 s')), 10_000);
    const listen = (message: UpdateOf<Value>) => {
      if (!fits(message)) return;
      clearTimeout(timer);
      socket.off('view', listen);
      hold(socket, 'LiveUpdate', message).then(() => resolve(message), reject);
    };
    socket.on('view', listen);
  });

/** Resolves once the server has closed this one connection and said so, with the time of the `performance` clock. */
const closedAt = (socket: Socket): Promise<number> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The connection was still open after 15 s')), 15_000);
    socket.once('disconnect', (reason) => {
      clearTimeout(timer);
      if (reason === 'io server disconnect') resolve(performance.now());
      else reject(new Error(`The connection ended for another reason: ${reason}`));
    });
  });

/**
 * Does what makes the server close connections, and waits until all are closed.
 * @returns what the work resolves with, and the ms from then until the last was closed; below zero if that was before
 */
export const closesAfter = async <Result>(sockets: readonly Socket[], work: () => Promise<Result>) => {
  const done = work().then((result) => ({ result, doneAt: performance.now() }));
  const [{ result, doneAt }, ...ends] = await Promise.all([done, ...sockets.map(closedAt)]);
  return { result, lateMs: Math.max(...ends) - doneAt };
};
