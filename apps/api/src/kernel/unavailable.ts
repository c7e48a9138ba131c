import { StreamBusy } from './commands/stream-turns.ts';
import { EventStoreUnavailable } from './log/port.ts';
import { ReadStoreUnavailable } from './views/port.ts';
import { VaultUnavailable } from './records/port.ts';

/** True if an engine is down or a stream too busy for now: the operation should be retried, and the failure says nothing against it. */
export const isUnavailable = (error: unknown): boolean =>
  [EventStoreUnavailable, ReadStoreUnavailable, VaultUnavailable, StreamBusy].some((kind) => error instanceof kind);
