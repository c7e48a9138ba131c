import type Stripe from 'stripe';
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

/** Payments by Checkout have an intent. A refund without one belongs to another use of the same account. */
const refundNoticeOf = ({ payment_intent }: Pick<Stripe.Refund, 'payment_intent'>): GatewayMessage | null => {
  const payment = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id;
  return payment === undefined ? null : { kind: 'refund', payment };
};

/** Translates a verified Stripe event; null if it is irrelevant here. */
export const noticeOf = (event: Stripe.Event): GatewayMessage | null => {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_failed': {
      const { metadata, ...session } = event.data.object;
      const key = metadata?.[paymentKeyName];
      // Without our key, the session belongs to another use of the same account.
      if (key === undefined) return null;
      return {
        kind: 'payment',
        key,
        page: session.id,
        paid: session.payment_status === 'unpaid' ? null : approvalOf(session),
      };
    }
    case 'charge.refunded':
    case 'charge.refund.updated':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return refundNoticeOf(event.data.object);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return { kind: 'dispute', id: event.data.object.id };
    default:
      return null;
  }
};
