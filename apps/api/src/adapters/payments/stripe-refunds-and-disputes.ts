import Stripe from 'stripe';
import { refundReasons } from './port.ts';
import type { DisputeReport, GatewayTransaction, Refund, RefundOutcome, RefundReport } from './port.ts';
import { asOutcomeUnknown, callStripe, safeToLog } from './stripe-errors.ts';

/** The metadata field for a payment's key in the session and the payment. Stripe copies it to the charge. */
export const paymentKeyName = 'tessera_payment';
const refundKeyName = 'tessera_refund';
/** The largest page that Stripe returns. */
const pageMax = 100;
/** The limit for one list: more than a year's transactions, and far more than a payment's refunds. */
const listedMax = 1_000_000;

type Linked = string | { readonly id: string } | null;
const idOf = (linked: Linked) => (typeof linked === 'string' ? linked : (linked?.id ?? null));

const iso = (seconds: number) => new Date(seconds * 1_000).toISOString();
/** Rounds up to whole seconds. */
const secondsOf = (date: Date) => Math.ceil(date.getTime() / 1_000);

/** Why a bank returned a refund, in words for the operator. */
const returnReasons: Readonly<Record<string, string>> = {
  lost_or_stolen_card: 'the card was lost or stolen',
  expired_or_canceled_card: 'the card has expired or was canceled',
  charge_for_pending_refund_disputed: 'the payment has been disputed in the meantime',
  insufficient_funds: 'the balance at Stripe is too low',
  declined: 'the bank declined it',
  merchant_request: 'it was canceled at Stripe',
};

/** Why Stripe refuses to make a refund, in words for the operator. */
const refusalReasons: Readonly<Record<string, string>> = {
  charge_already_refunded: refundReasons.nothingLeft,
  charge_disputed: refundReasons.disputed,
  refund_disputed_payment: refundReasons.disputed,
  balance_insufficient: 'The balance at Stripe is too low for this refund',
  insufficient_funds: 'The balance at Stripe is too low for this refund',
  resource_missing: 'Stripe does not know this payment',
};

const refusalStatuses: readonly (number | undefined)[] = [400, 404];

/** Whether Stripe refused the request for good. Any other error may be temporary, or come after money has moved. */
const isRefusal = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof Stripe.errors.StripeInvalidRequestError && refusalStatuses.includes(error.statusCode);

const failureOf = ({ status, failure_reason }: Stripe.Refund) => {
  if (status === 'canceled') return 'The refund was canceled at Stripe';
  const words = returnReasons[failure_reason ?? ''];
  return words ? `The refund came back: ${words}` : 'The refund came back, and the bank gave no reason';
};

const reportOf = (refund: Stripe.Refund): RefundReport => {
  const { id, status, amount: amountCents, metadata } = refund;
  const known = { id, key: metadata?.[refundKeyName] ?? null, amountCents };
  if (status === 'succeeded') return { ...known, status: 'refunded', reason: null };
  if (status === 'failed' || status === 'canceled') return { ...known, status: 'failed', reason: failureOf(refund) };
  return { ...known, status: 'pending', reason: null };
};

const outcomeOf = ({ id: reference, status, reason }: RefundReport): RefundOutcome =>
  status === 'failed' ? { status, reason: reason ?? '' } : { status, reference };

const standings: Readonly<Record<string, DisputeReport['standing']>> = {
  warning_needs_response: 'warning',
  warning_under_review: 'warning',
  warning_closed: 'warning',
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  lost: 'lost',
};

/** For appeals, prevented disputes and statuses that Stripe may add: what the money's movements say. */
const standingByMoney = (moves: Stripe.Dispute['balance_transactions']): DisputeReport['standing'] => {
  if (moves.length === 0) return 'warning';
  return moves.reduce((total, { amount }) => total + amount, 0) < 0 ? 'lost' : 'won';
};

const disputeOf = (dispute: Stripe.Dispute): DisputeReport => {
  const { id, payment_intent, charge, amount, status, reason, created, balance_transactions: moves } = dispute;
  const { due_by } = dispute.evidence_details;
  return {
    id,
    payment: idOf(payment_intent) ?? idOf(charge) ?? id,
    amountCents: amount,
    standing: standings[status] ?? standingByMoney(moves),
    reason,
    openedAt: iso(created),
    // Zero if the bank accepts no evidence.
    evidenceDueAt: due_by && status.endsWith('needs_response') ? iso(due_by) : null,
  };
};

/** Returns null for what belongs to no payment, such as transfers to the bank and Stripe's own fees. */
const transactionOf = ({
  id,
  source,
  amount: amountCents,
  fee: feeCents,
  currency,
  created,
}: Stripe.BalanceTransaction): GatewayTransaction | null => {
  if (typeof source !== 'object' || source === null) return null;
  const money = { id, amountCents, feeCents, currency, at: iso(created) };
  switch (source.object) {
    case 'charge': {
      const { payment_intent, metadata } = source;
      return {
        ...money,
        kind: 'charge',
        payment: idOf(payment_intent) ?? source.id,
        key: metadata[paymentKeyName] ?? null,
      };
    }
    case 'refund': {
      const { payment_intent, charge, metadata } = source;
      const payment = idOf(payment_intent) ?? idOf(charge) ?? source.id;
      return { ...money, kind: 'refund', payment, key: metadata?.[refundKeyName] ?? null };
    }
    case 'dispute': {
      const kind = amountCents > 0 ? 'dispute_won' : 'dispute';
      return { ...money, kind, payment: disputeOf(source).payment, key: null };
    }
    default:
      return null;
  }
};

/** Yields all pages of a list. @throws OutcomeUnknown when Stripe fails, Error when there are more than `listedMax` items */
async function* listed<Item>(what: string, pages: AsyncIterable<Item>): AsyncIterable<Item> {
  let count = 0;
  try {
    for await (const item of pages) {
      count += 1;
      if (count > listedMax) throw new Error(`Stripe returned more than ${listedMax} entries when asked to ${what}.`);
      yield item;
    }
  } catch (error) {
    throw asOutcomeUnknown(what, error);
  }
}

/** What happens at Stripe after a charge: refunds, disputes, and the list of all movements of money. */
export class StripeRefundsAndDisputes {
  readonly #stripe: Stripe;

  constructor(stripe: Stripe) {
    this.#stripe = stripe;
  }

  /** Looks for an earlier refund by the key in its metadata: Stripe forgets idempotency keys after a day or more. */
  async refund({ key, reference, amountCents }: Refund): Promise<RefundOutcome> {
    const earlier = (await this.refundsOf(reference)).find((report) => report.key === key);
    if (earlier) return outcomeOf(earlier);
    const params = { payment_intent: reference, amount: amountCents, metadata: { [refundKeyName]: key } };
    try {
      const made = await this.#stripe.refunds.create(params, { idempotencyKey: `refund:${key}` });
      // For a repeated key, Stripe returns the refund as it was when created.
      const isRepeated = made.lastResponse.headers['idempotent-replayed'] === 'true';
      return outcomeOf(isRepeated ? await this.#refund(made.id) : reportOf(made));
    } catch (error) {
      if (!isRefusal(error)) throw asOutcomeUnknown('refund a payment', error);
      const reason = refusalReasons[error.code ?? ''] ?? `Stripe refused the refund (${safeToLog(error)})`;
      return { status: 'failed', reason };
    }
  }

  async refundsOf(reference: string): Promise<RefundReport[]> {
    const refunds = this.#stripe.refunds.list({ payment_intent: reference, limit: pageMax });
    const reports: RefundReport[] = [];
    for await (const refund of listed('list the refunds of a payment', refunds)) reports.push(reportOf(refund));
    return reports;
  }

  async dispute(id: string): Promise<DisputeReport> {
    return disputeOf(await callStripe('return a dispute', () => this.#stripe.disputes.retrieve(id)));
  }

  async *disputes(from: Date): AsyncIterable<DisputeReport> {
    const disputes = this.#stripe.disputes.list({ created: { gte: secondsOf(from) }, limit: pageMax });
    for await (const dispute of listed('list disputes', disputes)) yield disputeOf(dispute);
  }

  async *transactions(from: Date, to: Date): AsyncIterable<GatewayTransaction> {
    const created = { gte: secondsOf(from), lt: secondsOf(to) };
    const entries = this.#stripe.balanceTransactions.list({ created, limit: pageMax, expand: ['data.source'] });
    for await (const entry of listed('list transactions', entries)) {
      const transaction = transactionOf(entry);
      if (transaction) yield transaction;
    }
  }

  async #refund(id: string): Promise<RefundReport> {
    return reportOf(await callStripe('return a refund', () => this.#stripe.refunds.retrieve(id)));
  }

  /** @throws when the API key lacks a permission that is needed here */
  async check() {
    await this.#stripe.refunds.list({ limit: 1 });
    await this.#stripe.disputes.list({ limit: 1 });
    await this.#stripe.balanceTransactions.list({ limit: 1 });
  }
}
