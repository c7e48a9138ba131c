import { EventStoreUnavailable } from './log/port.ts';
import { ReadStoreUnavailable } from './views/port.ts';
import { VaultUnavailable } from './records/port.ts';

/** An engine is down for now: what failed is to be tried again, and says nothing against what was being done. */
export const isUnavailable = (error: unknown): boolean =>
  [EventStoreUnavailable, ReadStoreUnavailable, VaultUnavailable].some((kind) => error instanceof kind);
