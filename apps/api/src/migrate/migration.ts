/** How far a migration has come. */
export interface MigrationProgress {
  readonly step: string;
  /** Events or records processed in this step. */
  readonly count: number;
  /** The share of the whole source, from 0 to 1. */
  readonly done: number;
}

export type OnProgress = (progress: MigrationProgress) => void;

/** The request can't be carried out, or what arrived is not what was sent. The message says what to do. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused';
}
