/** What other features may use of this one; nothing else of it is imported from outside. */
export { Payees } from './payees.ts';
export { LastPayouts } from './deleted-accounts/last-payouts.effect.ts';
export { PayoutsModule } from './payouts.module.ts';
