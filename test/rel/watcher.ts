import type { LiveMessage, LiveUpdate, WatchRefused } from '@tessera/contract/kernel/live';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';

const reconnectDelayMs = 100;
const reconnectDelayMaxMs = 500;
const answerTimeoutMs = 30_000;

/** A browser that keeps one document open: whenever it is cut off, it reconnects and asks for the value. */
export class Watcher {
  /** The newest position that it was told, which is what a browser shows. */
  position = -1;
  value: unknown = null;
  connections = 0;
  messages = 0;
  /**
   * Messages not newer than the one before on the same connection, and first answers older than what was already known.
   */
  readonly stepsBack: string[] = [];
  readonly #socket: Socket;

  constructor(url: string, token: string, view: string, key: string) {
    this.#socket = io(`${url}/live`, {
      auth: { token },
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: reconnectDelayMs,
      reconnectionDelayMax: reconnectDelayMaxMs,
    });
    let lastPushed = -1;
    this.#socket.on('connect', () => {
      this.connections += 1;
      lastPushed = -1;
      this.#ask(view, key);
    });
    this.#socket.on('view', ({ position, value }: LiveUpdate) => {
      this.messages += 1;
      if (position <= lastPushed) this.stepsBack.push(`pushed ${position} after ${lastPushed}`);
      lastPushed = position;
      this.#apply(position, value);
    });
  }

  close(): void {
    this.#socket.close();
  }

  #ask(view: string, key: string): void {
    const known = this.position;
    this.#socket
      .timeout(answerTimeoutMs)
      .emitWithAck('watch', { view, key })
      .then((answer: LiveMessage | WatchRefused) => {
        if ('error' in answer) return this.stepsBack.push(`watching was refused: ${JSON.stringify(answer.error)}`);
        if (answer.position < known) this.stepsBack.push(`answered ${answer.position} after ${known}`);
        return this.#apply(answer.position, answer.value);
      })
      // Cut off before the answer: the next connection asks again.
      .catch(() => undefined);
  }

  #apply(position: number, value: unknown): void {
    if (position <= this.position) return;
    this.position = position;
    this.value = value;
  }
}
