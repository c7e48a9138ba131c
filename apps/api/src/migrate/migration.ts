/** Where a migration is. */
export interface MigrationProgress {
  readonly step: string;
  /** Events or records that were dealt with in this step. */
  readonly count: number;
  /** Of the whole source, 0 to 1. */
  readonly done: number;
}

export type OnProgress = (progress: MigrationProgress) => void;

/** What was asked can't be done, or what arrived is not what was sent. The message says what to do. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused';
}

/** Someone asked it, by a signal, to end before it was done. */
export class MigrationStopped extends Error {
  override readonly name = 'MigrationStopped';
  readonly signal: 'SIGINT' | 'SIGTERM';
  constructor(signal: MigrationStopped['signal']) {
    super(`Stopped by ${signal}`);
    this.signal = signal;
  }
}
