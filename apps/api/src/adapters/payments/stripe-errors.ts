import Stripe from 'stripe';
import { OutcomeUnknown } from './port.ts';

/** What of an error may be in a log: Stripe's messages quote what was sent. */
export const safeToLog = ({ type, code, param, statusCode, requestId }: Stripe.errors.StripeError) =>
  [type, code, param, statusCode, requestId].filter((part) => part !== undefined).join(', ');

export const asOutcomeUnknown = (what: string, error: unknown): unknown =>
  error instanceof Stripe.errors.StripeError
    ? new OutcomeUnknown(`Stripe did not ${what} (${safeToLog(error)}).`)
    : error;
