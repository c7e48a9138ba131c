import { views, workflows } from '@tessera/domain/catalog';
import type { ViewRow } from '@tessera/contract/admin';
import { notFound } from '@tessera/domain/failures';
import { defineFailure } from '@tessera/domain/kernel/failure';
import type { Workflow } from '@tessera/domain/kernel/workflow';
import type { Committed } from './follow.ts';
import type { ParkedEvent } from './parked.ts';
import { Refused } from '../refused.ts';

export const replayInProgress = defineFailure(
  'replay_under_way',
  'Replay in progress',
  'This view is already being replayed. Please wait until it’s done.',
);

const among = (all: readonly { readonly name: string }[]) => (name: string) => {
  if (!all.some((each) => each.name === name)) throw new Refused(notFound());
  return name;
};

/** @throws Refused when there is no view or workflow of this name. */
export const requireConsumer = among([...views, ...workflows]);
/** @throws Refused when there is no view of this name. */
export const requireView = among(views);

/**
 * The views as the rest of the product sees them: how far they are, and what can be asked of whoever folds them, which
 * is this process or another one.
 */
export abstract class Projections {
  readonly #committed: ((committed: Committed) => void)[] = [];
  readonly #promoted: ((view: string) => void)[] = [];
  /** True once the views include everything that was in the log when this process started. */
  abstract readonly isCaughtUp: boolean;
  /** Resolves when `isCaughtUp` becomes true. */
  abstract readonly caughtUp: Promise<void>;
  /** Resolves when this view includes what was in the log when it was asked for, however far the others are. */
  abstract caughtUpWith(view: string): Promise<void>;
  /** Hears of each commit of this process, in order. */
  onCommitted(listener: (committed: Committed) => void) {
    this.#committed.push(listener);
  }

  /** Hears of each view whose documents a replay of this process has exchanged. */
  onPromoted(listener: (view: string) => void) {
    this.#promoted.push(listener);
  }

  protected notifyCommitted(committed: Committed) {
    for (const listener of this.#committed) listener(committed);
  }

  protected notifyPromoted(view: string) {
    for (const listener of this.#promoted) listener(view);
  }

  /** True as soon as all views have committed the position; false after the timeout. */
  abstract reached(position: number, timeoutMs: number): Promise<boolean>;
  /** Up to where a workflow has dealt with everything that concerns it; what it has parked counts as dealt with. */
  abstract workflowPosition(workflow: Workflow): Promise<number>;
  /**
   * Folds again the views that read personal fields, so that what was opened with a key that is gone is left in none of
   * the files that this process keeps. False when it can't be done now, or was stopped.
   */
  abstract forget(signal: AbortSignal): Promise<boolean>;
  abstract status(): Promise<readonly ViewRow[]>;
  /** What a view or a workflow has set aside, in the order of the log. */
  abstract parked(name: string): Promise<readonly ParkedEvent[]>;
  /** Starts a replay and answers at once; how it goes is in `status`. */
  abstract startReplay(name: string): Promise<void>;
  /** Folds or delivers what is parked once more; answers how much is parked after it. */
  abstract retryParked(name: string): Promise<number>;
}
