import { defineFailure } from '../kernel/failure.ts';

export const reconciliationRunning = defineFailure(
  'reconciliation_running',
  'Already comparing',
  'The gateway’s list is being compared right now. The result will appear here.',
);
