/** What other features may use of this one; nothing else of it is imported from outside. */
export { Balances } from './balances.ts';
export { EarningsModule } from './earnings.module.ts';
