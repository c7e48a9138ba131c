import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';

export interface LiveMessage<Value = unknown> {
  readonly view: string;
  readonly key: string;
  readonly position: number;
  readonly value: Value;
  /** In a room of many documents, the key of a document that was removed. */
  readonly removed?: string;
}

type Watched = { readonly position: number; readonly value: unknown } | { readonly error: { readonly code: string } };

/** Connects as a browser does; rejects if the connection is refused. */
export const connect = (url: string, token?: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = io(`${url}/live`, {
      auth: token === undefined ? {} : { token },
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    });
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', (error) => {
      socket.close();
      reject(error);
    });
  });

export const watch = (socket: Socket, view: string, key: string) =>
  socket.timeout(5_000).emitWithAck('watch', { view, key }) as Promise<Watched>;

/** Resolves with the next message that fits. Call it before causing the message. */
export const nextMessage = <Value>(socket: Socket, fits: (message: LiveMessage<Value>) => boolean) =>
  new Promise<LiveMessage<Value>>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('No such live message within 10 s')), 10_000);
    const listen = (message: LiveMessage<Value>) => {
      if (!fits(message)) return;
      clearTimeout(timer);
      socket.off('view', listen);
      resolve(message);
    };
    socket.on('view', listen);
  });

/** Resolves once the server has closed this one connection and said so, with how long that took. */
export const closed = (socket: Socket): Promise<number> => {
  const since = Date.now();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The connection was still open after 5 s')), 5_000);
    socket.once('disconnect', (reason) => {
      clearTimeout(timer);
      if (reason === 'io server disconnect') resolve(Date.now() - since);
      else reject(new Error(`The connection ended for another reason: ${reason}`));
    });
  });
};
