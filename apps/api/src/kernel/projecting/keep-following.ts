import { setTimeout as delay } from 'node:timers/promises';
import type { EventStore, FollowOptions, OnBatch } from '../log/port.ts';

const resubscribeAfterMs = 250;

interface KeepFollowing {
  readonly events: Pick<EventStore, 'follow'>;
  /** Called for each new subscription, so that it starts where the follower is by then. */
  readonly options: () => FollowOptions;
  readonly onBatch: OnBatch;
  readonly onFailure: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** Follows the log until aborted. After a failure it resubscribes from where the follower is. */
export const keepFollowing = async ({ events, options, onBatch, onFailure, signal }: KeepFollowing) => {
  while (!signal.aborted) {
    try {
      const subscription = events.follow(options(), onBatch);
      const stop = () => void subscription.stop();
      signal.addEventListener('abort', stop, { once: true });
      await subscription.ended.finally(() => signal.removeEventListener('abort', stop));
    } catch (error) {
      onFailure(error);
      await delay(resubscribeAfterMs, undefined, { signal }).catch(() => undefined);
    }
  }
};
