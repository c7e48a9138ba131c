/** What other features may use of this one; nothing else of it is imported from outside. */
export { KnownDetails } from './known-details.ts';
export { LastPayouts } from './last/last-payouts.effect.ts';
export { PayoutsModule } from './payouts.module.ts';
