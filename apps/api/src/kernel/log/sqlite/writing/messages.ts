export interface Batch {
  readonly appends: number;
  /**
   * Flat, because cloning objects between threads costs more: per append `stream, expected revision, number of events`,
   * then per event `type, version, head, data as JSON`.
   */
  readonly fields: readonly (string | number)[];
}

/** The result of one append. */
export type Outcome =
  | readonly [kind: 'appended', revision: number, position: number]
  | readonly [kind: 'conflict', actual: number]
  | readonly [kind: 'refused', reason: string];

/** To the writer: a batch, or `null` to close the log and end. */
export type ToWriter = Batch | null;

/**
 * From the writer: one message after opening, or `damaged` and nothing more; then one per transaction, which answers
 * the oldest unanswered appends. `head` is the position of the last event, or -1.
 */
export type FromWriter =
  | { readonly kind: 'open'; readonly head: number }
  | { readonly kind: 'damaged'; readonly damage: string }
  | { readonly kind: 'committed'; readonly outcomes: readonly Outcome[]; readonly head: number }
  | { readonly kind: 'failed'; readonly appends: number; readonly reason: string };
