import { views, workflows } from '@tessera/domain/catalog';
import { notFound } from '@tessera/domain/failures';
import { defineFailure } from '@tessera/domain/kernel/failure';
import type { Workflow } from '@tessera/domain/kernel/workflow';
import type { Progress } from '../replaying/progress.ts';
import type { ConsumerStatus } from './consumer-status.ts';
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

/** @throws Refused if there is no view or workflow of this name */
export const requireConsumer = among([...views, ...workflows]);
/** @throws Refused if there is no view of this name */
export const requireView = among(views);

/** With the latest replay that is known: null if there was none. */
export interface ReportedStatus extends ConsumerStatus {
  readonly replay: Progress | null;
}

/**
 * The views as seen by the rest of the product: how far they are, and what can be requested of the process that folds
 * them, which may be this one or another.
 */
export abstract class Projections {
  readonly #committed: ((committed: Committed) => void)[] = [];
  readonly #promoted: ((view: string) => void)[] = [];
  /** True once the views include everything that was in the log when this process started. */
  abstract readonly isCaughtUp: boolean;
  /** Resolves when `isCaughtUp` becomes true. */
  abstract readonly caughtUp: Promise<void>;
  /** Resolves once this view includes everything in the log at the time of the call, however far other views are. */
  abstract caughtUpWith(view: string): Promise<void>;
  /** Calls the listener after each commit of this process, in order. */
  onCommitted(listener: (committed: Committed) => void) {
    this.#committed.push(listener);
  }

  /** Calls the listener for each view whose documents a replay in this process has replaced. */
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
  /** The position up to which a workflow has handled everything that concerns it, including what it has parked. */
  abstract workflowPosition(workflow: Workflow): Promise<number>;
  /**
   * Folds all views that read personal fields again, so that nothing decrypted with a destroyed key remains in the
   * files that this process keeps. False if that is not possible now, or was stopped.
   */
  abstract forget(signal: AbortSignal): Promise<boolean>;
  abstract status(): Promise<readonly ReportedStatus[]>;
  /**
   * The events that a view or workflow has parked, in the order of the log. @throws Refused if there is no such view or
   * workflow
   */
  abstract parked(name: string): Promise<readonly ParkedEvent[]>;
  /**
   * Starts a replay and returns immediately; `status` shows its progress. @throws Refused if there is no such view, or it
   * is already being replayed
   */
  abstract startReplay(name: string): Promise<void>;
  /**
   * Folds or delivers parked events again; returns how many are still parked afterward.
   * @throws Refused if there is no such view or workflow, or another request for it is under way
   */
  abstract retryParked(name: string): Promise<number>;
}
