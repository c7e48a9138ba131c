import type Stripe from 'stripe';
import { isFields } from '@tessera/domain/kernel/fields';
import type { Fields } from '@tessera/domain/kernel/fields';
import type { Approved, GatewayMessage } from './port.ts';
import { paymentKeyName } from './stripe-refunds-and-disputes.ts';

type Session = Stripe.Checkout.Session;

export const approvalOf = ({
  id,
  payment_intent,
  amount_total,
  currency,
}: Pick<Session, 'id' | 'payment_intent' | 'amount_total' | 'currency'>): Approved => ({
  status: 'approved',
  reference: (typeof payment_intent === 'string' ? payment_intent : payment_intent?.id) ?? id,
  amountCents: amount_total ?? 0,
  currency: currency ?? '',
});

const idPattern = /^[\w-]{1,255}$/;
const paidStatuses: readonly unknown[] = ['paid', 'no_payment_required'];

const fieldsIn = (value: unknown): Fields => (isFields(value) ? value : {});
const idIn = (value: unknown) => (typeof value === 'string' && idPattern.test(value) ? value : null);
/** Stripe sends what a thing is linked to as its id, or whole. */
const linkedId = (value: unknown) => idIn(isFields(value) ? value['id'] : value);

/** Null if Stripe has to be asked for the outcome. */
const paidIn = (id: string, { payment_status, payment_intent, amount_total, currency }: Fields): Approved | null => {
  const intent = linkedId(payment_intent);
  const isKnown =
    paidStatuses.includes(payment_status) &&
    (intent !== null || payment_intent === null) &&
    typeof amount_total === 'number' &&
    typeof currency === 'string';
  return isKnown ? approvalOf({ id, payment_intent: intent, amount_total, currency }) : null;
};

const paymentNoticeOf = (session: Fields): GatewayMessage | null => {
  const page = idIn(session['id']);
  const key = fieldsIn(session['metadata'])[paymentKeyName];
  // Without our key, the session belongs to another use of the same account.
  if (page === null || typeof key !== 'string') return null;
  return { kind: 'payment', key, page, paid: paidIn(page, session) };
};

/** Payments by Checkout have an intent. A refund without one belongs to another use of the same account. */
const refundNoticeOf = ({ payment_intent }: Fields): GatewayMessage | null => {
  const payment = linkedId(payment_intent);
  return payment === null ? null : { kind: 'refund', payment };
};

const disputeNoticeOf = (dispute: Fields): GatewayMessage | null => {
  const id = idIn(dispute['id']);
  return id === null ? null : { kind: 'dispute', id };
};

/**
 * Translates a message whose signature is valid; null if it is irrelevant here. The signature says who sent it, not which
 * shape it has: that depends on the version of the API that the account chose.
 */
export const noticeOf = (message: unknown): GatewayMessage | null => {
  const { type, data } = fieldsIn(message);
  const object = fieldsIn(fieldsIn(data)['object']);
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_failed':
      return paymentNoticeOf(object);
    case 'charge.refunded':
    case 'charge.refund.updated':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return refundNoticeOf(object);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return disputeNoticeOf(object);
    default:
      return null;
  }
};
