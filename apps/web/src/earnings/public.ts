/** What other features may import from this one; they import nothing else. */
export { moneyPositionAtom } from './balance.atoms.ts';
export { LastPayout } from './last-payout.tsx';
export { DayField } from './statements/day-field.tsx';
export { PayoutDue } from './payout-due.tsx';
