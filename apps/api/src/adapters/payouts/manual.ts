import { PayoutRail } from './port.ts';
import type { RailOutcome, RailReturn } from './port.ts';

/** The operator pays from files, and enters what became of each payout. There is no service to ask. */
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
    // Nothing to close.
  }
}
