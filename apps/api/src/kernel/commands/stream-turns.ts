import { KeyedQueue } from '../async/keyed-queue.ts';

/** How many commands for one stream may wait for each other. */
export const waitingMax = 200;
/** How long one of them may wait for its turn. */
const waitMaxMs = 5_000;

/** More is being written to one stream than fits in, here or by other nodes. Nothing was changed; it can be tried again. */
export class StreamBusy extends Error {
  override readonly name = 'StreamBusy';
  constructor(stream: string) {
    super(`More is being written to ${stream} at once than can be decided in time`);
  }
}

/** Lets the commands for one stream take turns in this process: each would otherwise decide on a state that is just changing. */
export class StreamTurns {
  readonly #queue = new KeyedQueue();

  /** @throws StreamBusy, without having begun */
  async take<Result>(stream: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#queue.count(stream) >= waitingMax) throw new StreamBusy(stream);
    const untilMs = performance.now() + waitMaxMs;
    return this.#queue.run(stream, async () => {
      if (performance.now() > untilMs) throw new StreamBusy(stream);
      return work();
    });
  }
}
