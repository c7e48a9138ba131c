import { PayoutRail } from './port.ts';
import type { RailOutcome, RailReturn } from './port.ts';

/** The operator pays, from files, and tells what became of each payout: there is nobody else to ask. */
export class ManualRail extends PayoutRail {
  readonly name = 'manual';
  readonly isAutomatic = false;

  send(): Promise<void> {
    return Promise.resolve();
  }

  outcome(): Promise<RailOutcome> {
    return Promise.resolve({ status: 'pending' });
  }

  returnedSince(): Promise<readonly RailReturn[]> {
    return Promise.resolve([]);
  }

  close() {
    // It holds nothing.
  }
}
