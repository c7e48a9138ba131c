import Stripe from 'stripe';
import { OutcomeUnknown } from './port.ts';

/** Returns the parts of an error that may be logged. Stripe's messages quote what was sent, so they may not. */
export const safeToLog = ({ type, code, param, statusCode, requestId }: Stripe.errors.StripeError) =>
  [type, code, param, statusCode, requestId].filter((part) => part !== undefined).join(', ');

export const asOutcomeUnknown = (what: string, error: unknown): unknown =>
  error instanceof Stripe.errors.StripeError
    ? new OutcomeUnknown(`Stripe did not ${what} (${safeToLog(error)}).`)
    : error;

/** Makes a call to Stripe. @throws OutcomeUnknown when it fails, with `what` Stripe did not do */
export const callStripe = async <Answer>(what: string, call: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await call();
  } catch (error) {
    throw asOutcomeUnknown(what, error);
  }
};
