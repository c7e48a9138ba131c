/** What other features may use of this one; nothing else of it is imported from outside. */
export { movedAtom } from './balance.atoms.ts';
export { LastPayout } from './last-payout.tsx';
export { DayField } from './statements/day-field.tsx';
export { PayoutDue } from './payout-due.tsx';
