import type Stripe from 'stripe';
import type { Approved, GatewayMessage } from './port.ts';
import { paymentKeyName } from './stripe-refunds-and-disputes.ts';

type Session = Stripe.Checkout.Session;

export const paid = ({
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

/** A payment of Checkout has an intent: without one, somebody else made it with the same account. */
const refundNoticeOf = ({ payment_intent }: Pick<Stripe.Refund, 'payment_intent'>): GatewayMessage | null => {
  const payment = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id;
  return payment === undefined ? null : { kind: 'refund', payment };
};

/** What a verified event of Stripe says here; null where that is nothing. */
export const noticeOf = (event: Stripe.Event): GatewayMessage | null => {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_failed': {
      const { metadata, ...session } = event.data.object;
      const key = metadata?.[paymentKeyName];
      // A session that someone else made with the same account has no key of ours.
      if (key === undefined) return null;
      return {
        kind: 'payment',
        key,
        page: session.id,
        paid: session.payment_status === 'unpaid' ? null : paid(session),
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
