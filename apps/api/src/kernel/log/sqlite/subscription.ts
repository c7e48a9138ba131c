import { setImmediate } from 'node:timers/promises';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import type { FollowOptions, OnBatch, Subscription } from '../port.ts';

/** The events found by one step through the log, and the position up to which it has looked. */
export interface Step {
  readonly events: readonly RecordedEvent[];
  readonly seen: number;
}

interface Log {
  readonly head: () => number;
  readonly step: (after: number, options: FollowOptions) => Step;
}

/** Reads durable events in steps, and sleeps at the end of the log until it is woken. */
export class LogSubscription implements Subscription {
  readonly ended: Promise<void>;
  #stopped = false;
  #wake: () => void = () => {};

  constructor(log: Log, options: FollowOptions, onBatch: OnBatch) {
    this.ended = this.#run(log, options, onBatch);
  }

  wake(): void {
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake();
    await this.ended.catch(() => undefined);
  }

  async #run(log: Log, options: FollowOptions, onBatch: OnBatch): Promise<void> {
    let after = options.after;
    await setImmediate();
    while (!this.#stopped) {
      if (after >= log.head()) {
        await new Promise<void>((resolve) => (this.#wake = resolve));
        continue;
      }
      const { events, seen } = log.step(after, options);
      if (events.length > 0) await onBatch(events);
      if (seen > (events.at(-1)?.position ?? after)) await options.onPassed?.(seen);
      after = seen;
      // Lets other work run between two batches of a long catch-up.
      await setImmediate();
    }
  }
}
