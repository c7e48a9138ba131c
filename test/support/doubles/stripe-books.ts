import { randomUUID } from 'node:crypto';

export interface StripeAnswer {
  readonly status: number;
  readonly answer: unknown;
}

interface Charge {
  readonly object: 'charge';
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly payment_intent: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly created: number;
}

interface PaidIntent {
  readonly id: string;
  readonly amount_received: number;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
}

type RefundStatus = 'pending' | 'succeeded' | 'failed';

export interface StripeRefund {
  readonly object: 'refund';
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly charge: string;
  readonly payment_intent: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly status: RefundStatus;
  readonly failure_reason?: string;
  readonly created: number;
}

interface Booked {
  readonly object: 'balance_transaction';
  readonly id: string;
  readonly type: string;
  readonly amount: number;
  readonly fee: number;
  readonly net: number;
  readonly currency: string;
  readonly source: string | null;
  readonly created: number;
}

export interface StripeDispute {
  readonly object: 'dispute';
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly charge: string;
  readonly payment_intent: string;
  readonly reason: string;
  readonly status: string;
  readonly evidence_details: { readonly due_by: number | null };
  readonly balance_transactions: readonly Booked[];
  readonly created: number;
}

/** An event that Stripe reports of its own accord. */
interface Notice {
  readonly type: string;
  readonly object: StripeRefund | StripeDispute | Charge;
}

const disputeFee = 1_500;
const evidenceSeconds = 7 * 86_400;
const pageDefault = 10;

const feeOf = (amount: number) => Math.round(amount * 0.029) + 30;
const refused = (status: number, message: string, code?: string): StripeAnswer => ({
  status,
  answer: { error: { type: 'invalid_request_error', message, code } },
});
const done = (answer: unknown): StripeAnswer => ({ status: 200, answer });

/** The money that a dispute has taken so far. */
const takenBy = ({ balance_transactions }: StripeDispute) =>
  balance_transactions.reduce((total, { amount }) => total - amount, 0);

/** The money that a dispute has taken once it has this status: an appeal by itself moves nothing. */
const takenWhen = (status: string, dispute: StripeDispute) => {
  if (status.startsWith('appeal')) return takenBy(dispute);
  return ['needs_response', 'under_review', 'lost'].includes(status) ? dispute.amount : 0;
};

/** A list in Stripe's format: newest first, page by page. */
const pageOf = (all: Iterable<{ readonly id: string; readonly created: number }>, query: URLSearchParams) => {
  const from = Number(query.get('created[gte]') ?? 0);
  const to = Number(query.get('created[lt]') ?? Infinity);
  const listed = [...all].reverse().filter(({ created }) => created >= from && created < to);
  const after = query.get('starting_after');
  const start = after === null ? 0 : listed.findIndex(({ id }) => id === after) + 1;
  const end = start + Number(query.get('limit') ?? pageDefault);
  return { object: 'list', data: listed.slice(start, end), has_more: end < listed.length, url: '/v1' };
};

/** What happens to charges at Stripe's double: refunds, disputes and the balance. */
export const openStripeBooks = () => {
  const charges = new Map<string, Charge>();
  const refunds = new Map<string, StripeRefund>();
  const disputes = new Map<string, StripeDispute>();
  const booked = new Map<string, Booked>();
  const notices: Notice[] = [];
  let newRefundStatus: 'pending' | 'succeeded' = 'succeeded';
  let nowMs: number | null = null;

  const created = () => Math.floor((nowMs ?? Date.now()) / 1_000);
  const book = (type: string, source: string | null, currency: string, amount: number, fee = 0): Booked => {
    const id = `txn_${randomUUID()}`;
    const one = { id, type, amount, fee, net: amount - fee, currency, source, created: created() };
    booked.set(id, { object: 'balance_transaction', ...one });
    return booked.get(id)!;
  };
  const chargeOf = (intent: string) => [...charges.values()].find(({ payment_intent }) => payment_intent === intent);
  const refundedOf = (intent: string) =>
    [...refunds.values()]
      .filter(({ payment_intent, status }) => payment_intent === intent && status !== 'failed')
      .reduce((total, { amount }) => total + amount, 0);
  const disputeOf = (intent: string) => [...disputes.values()].find(({ payment_intent }) => payment_intent === intent);

  const refund = (form: URLSearchParams): StripeAnswer => {
    const charge = chargeOf(form.get('payment_intent') ?? '');
    if (!charge) return refused(404, 'No such payment_intent', 'resource_missing');
    const { payment_intent, currency, amount: paid } = charge;
    const amount = Number(form.get('amount'));
    const dispute = disputeOf(payment_intent);
    if (dispute && takenBy(dispute) > 0) return refused(400, 'The charge is disputed', 'charge_disputed');
    const left = paid - refundedOf(payment_intent);
    if (left === 0) return refused(400, 'The charge has already been refunded', 'charge_already_refunded');
    if (amount > left) return refused(400, `Refund amount is greater than what is left (${left})`);
    const made: StripeRefund = {
      object: 'refund',
      id: `re_${randomUUID()}`,
      amount,
      currency,
      charge: charge.id,
      payment_intent,
      metadata: { tessera_refund: form.get('metadata[tessera_refund]') ?? '' },
      status: newRefundStatus,
      created: created(),
    };
    refunds.set(made.id, made);
    book('refund', made.id, currency, -amount);
    notices.push({ type: 'refund.created', object: made }, { type: 'charge.refunded', object: charge });
    return done(made);
  };
  const endRefund = (id: string, status: RefundStatus, failure_reason?: string) => {
    const ended = { ...refunds.get(id)!, status, ...(failure_reason !== undefined && { failure_reason }) };
    refunds.set(id, ended);
    if (status === 'failed') book('refund_failure', id, ended.currency, ended.amount);
    notices.push({ type: status === 'failed' ? 'refund.failed' : 'refund.updated', object: ended });
  };

  const changeDispute = (id: string, status: string) => {
    const before = disputes.get(id)!;
    const taken = takenWhen(status, before) - takenBy(before);
    const moved =
      taken === 0 ? [] : [book('adjustment', id, before.currency, -taken, taken > 0 ? disputeFee : -disputeFee)];
    const after = { ...before, status, balance_transactions: [...before.balance_transactions, ...moved] };
    disputes.set(id, after);
    const closed = ['won', 'lost', 'warning_closed'].includes(status);
    notices.push({ type: `charge.dispute.${closed ? 'closed' : 'updated'}`, object: after });
    const funds = taken > 0 ? 'withdrawn' : 'reinstated';
    if (taken !== 0) notices.push({ type: `charge.dispute.funds_${funds}`, object: after });
    return after;
  };
  const openDispute = (intent: string, status = 'needs_response') => {
    const charge = chargeOf(intent)!;
    const opened: StripeDispute = {
      object: 'dispute',
      id: `du_${randomUUID()}`,
      amount: charge.amount - refundedOf(intent),
      currency: charge.currency,
      charge: charge.id,
      payment_intent: intent,
      reason: 'fraudulent',
      status: 'opening',
      evidence_details: { due_by: created() + evidenceSeconds },
      balance_transactions: [],
      created: created(),
    };
    disputes.set(opened.id, opened);
    notices.push({ type: 'charge.dispute.created', object: { ...opened, status } });
    return changeDispute(opened.id, status);
  };

  const sourceOf = (id: string | null) =>
    id === null ? null : (charges.get(id) ?? refunds.get(id) ?? disputes.get(id) ?? id);
  const balance = (query: URLSearchParams) => {
    const page = pageOf(booked.values(), query);
    if (query.get('expand[0]') !== 'data.source') return done(page);
    const data = (page.data as unknown as Booked[]).map((one) => ({ ...one, source: sourceOf(one.source) }));
    return done({ ...page, data });
  };
  const refundsOf = (query: URLSearchParams) => {
    const intent = query.get('payment_intent');
    return pageOf(
      [...refunds.values()].filter((one) => intent === null || one.payment_intent === intent),
      query,
    );
  };
  const named = (found: unknown) => (found ? done(found) : refused(404, 'No such object', 'resource_missing'));

  return {
    /** In the order in which they happened; tests may deliver them in another. */
    notices,
    refunds,
    /** Null if the path is not handled here. */
    answerTo: (path: string, query: URLSearchParams): StripeAnswer | null => {
      const [, , resource, id] = path.split('/');
      if (resource === 'balance_transactions') return balance(query);
      if (resource === 'refunds') return id === undefined ? done(refundsOf(query)) : named(refunds.get(id));
      if (resource !== 'disputes') return null;
      return id === undefined ? done(pageOf(disputes.values(), query)) : named(disputes.get(id));
    },
    refund,
    endRefund,
    openDispute,
    changeDispute,
    /** Records the payment of an intent; does so only once. */
    charge: (intent: PaidIntent) => {
      const { id: payment_intent, amount_received: amount, currency, metadata } = intent;
      if (chargeOf(payment_intent)) return;
      const id = `ch_${randomUUID()}`;
      charges.set(id, { object: 'charge', id, amount, currency, payment_intent, metadata, created: created() });
      book('charge', id, currency, amount, feeOf(amount));
    },
    /** A transfer to the shop's bank account, which belongs to no payment. */
    payOut: (amount: number) => void book('payout', null, 'usd', -amount),
    /** What refunds made from now on are. */
    setNewRefundStatus: (status: typeof newRefundStatus) => {
      newRefundStatus = status;
    },
    /** Sets the time at Stripe; null for the real time. */
    setNow: (ms: number | null) => {
      nowMs = ms;
    },
  };
};
