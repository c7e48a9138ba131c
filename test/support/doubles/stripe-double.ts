import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openStripeBooks } from './stripe-books.ts';
import type { StripeAnswer } from './stripe-books.ts';

type SessionStatus = 'open' | 'complete' | 'expired';
type IntentStatus = 'processing' | 'succeeded' | 'requires_payment_method';

interface Intent {
  readonly object: 'payment_intent';
  readonly id: string;
  readonly status: IntentStatus;
  readonly amount_received: number;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface StripeSession {
  readonly object: 'checkout.session';
  readonly id: string;
  readonly status: SessionStatus;
  readonly payment_status: 'paid' | 'unpaid';
  readonly amount_total: number;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly payment_intent: string | null;
  readonly url: string | null;
}

interface Kept {
  readonly body: string;
  readonly answer: unknown;
}

const textOf = async (request: IncomingMessage) => {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString();
};

const totalOf = (form: URLSearchParams) => {
  let total = 0;
  for (let line = 0; form.has(`line_items[${line}][quantity]`); line += 1) {
    const price = Number(form.get(`line_items[${line}][price_data][unit_amount]`));
    total += price * Number(form.get(`line_items[${line}][quantity]`));
  }
  return total;
};

const refusal = (type: string, message: string) => ({ error: { type, message } });

/**
 * Stripe's side of a hosted payment, with state, which Stripe's own mock server lacks: sessions by idempotency key,
 * what buyers and banks do with them, and outages.
 */
export const startStripeDouble = async () => {
  const sessions = new Map<string, StripeSession>();
  const intents = new Map<string, Intent>();
  const keys = new Map<string, Kept>();
  const created: URLSearchParams[] = [];
  const books = openStripeBooks();
  let mode: 'up' | 'down' | 'loses answers' | 'loses the answers of refunds' | 'knows no key' = 'up';

  const change = (id: string, changes: Partial<StripeSession>) => {
    const session = sessions.get(id);
    if (!session) throw new Error(`There is no session ${id}`);
    const changed = { ...session, ...changes };
    sessions.set(id, changed);
    return changed;
  };
  const withIntent = (id: string, status: IntentStatus, changes: Partial<StripeSession>) => {
    const { metadata, payment_intent, ...session } = change(id, changes);
    const intent: Intent = {
      object: 'payment_intent',
      id: payment_intent ?? `pi_${randomUUID()}`,
      status,
      amount_received: status === 'succeeded' ? session.amount_total : 0,
      currency: session.currency,
      metadata,
    };
    intents.set(intent.id, intent);
    if (status === 'succeeded') books.charge(intent);
    return change(id, { payment_intent: intent.id, url: null });
  };

  const session = (form: URLSearchParams): StripeAnswer => {
    const id = `cs_test_${randomUUID()}`;
    const answer: StripeSession = {
      object: 'checkout.session',
      id,
      status: 'open',
      payment_status: 'unpaid',
      amount_total: totalOf(form),
      currency: form.get('line_items[0][price_data][currency]') ?? '',
      metadata: { tessera_payment: form.get('metadata[tessera_payment]') ?? '' },
      payment_intent: null,
      url: `https://checkout.stripe.com/c/pay/${id}`,
    };
    created.push(form);
    sessions.set(id, answer);
    return { status: 200, answer };
  };
  /** A repeated idempotency key is answered with what it created, as it was then. */
  const create = (request: IncomingMessage, body: string, make: (form: URLSearchParams) => StripeAnswer) => {
    const key = String(request.headers['idempotency-key']);
    const kept = keys.get(key);
    if (kept && kept.body !== body) return { status: 400, answer: refusal('idempotency_error', 'Other parameters') };
    if (kept) return { status: 200, answer: kept.answer, replayed: true };
    const made = make(new URLSearchParams(body));
    if (made.status === 200) keys.set(key, { body, answer: made.answer });
    return made;
  };
  const one = (id: string) => {
    const session = sessions.get(id);
    if (!session) return { status: 404, answer: refusal('invalid_request_error', 'No such session') };
    const { payment_intent } = session;
    return { status: 200, answer: { ...session, payment_intent: payment_intent && intents.get(payment_intent) } };
  };
  const expire = (id: string) =>
    sessions.get(id)?.status === 'open'
      ? { status: 200, answer: change(id, { status: 'expired', url: null }) }
      : { status: 400, answer: refusal('invalid_request_error', 'Only open sessions can be expired') };
  const search = (query: string) => {
    const key = /^metadata\["tessera_payment"\]:"([^"]+)"$/.exec(query)?.[1];
    const data = [...intents.values()].filter(({ metadata }) => metadata['tessera_payment'] === key);
    return {
      status: 200,
      answer: { object: 'search_result', data, has_more: false, url: '/v1/payment_intents/search' },
    };
  };

  const answerTo = (
    request: IncomingMessage,
    body: string,
  ): { status: number; answer: unknown; replayed?: boolean } => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stripe');
    const [, , , , id = '', doing] = pathname.split('/');
    if (mode === 'knows no key') return { status: 401, answer: refusal('invalid_request_error', 'Invalid API Key') };
    if (pathname === '/v1/payment_intents/search') return search(searchParams.get('query') ?? '');
    if (pathname === '/v1/checkout/sessions' && request.method === 'POST') return create(request, body, session);
    if (pathname === '/v1/refunds' && request.method === 'POST') return create(request, body, books.refund);
    if (pathname === '/v1/checkout/sessions') return { status: 200, answer: { object: 'list', data: [] } };
    return books.answerTo(pathname, searchParams) ?? (doing === 'expire' ? expire(id) : one(id));
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await textOf(request);
    if (mode === 'down') return void request.socket.destroy();
    const { status, answer, replayed } = answerTo(request, body);
    const isRefund = request.url === '/v1/refunds' && request.method === 'POST';
    const isLost = mode === 'loses answers' || (mode === 'loses the answers of refunds' && isRefund);
    if (isLost) return void request.socket.destroy();
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(replayed && { 'idempotent-replayed': 'true' }),
    });
    response.end(JSON.stringify(answer));
  };

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The parameters of all created sessions, in order. */
    created,
    /** Refunds, disputes and the balance. */
    books,
    setMode: (next: typeof mode) => {
      mode = next;
    },
    /** Forgets the idempotency keys, as Stripe does after a day or more. */
    forgetKeys: () => keys.clear(),
    sessionOf: (key: string) => {
      const found = [...sessions.values()].filter(({ metadata }) => metadata['tessera_payment'] === key);
      if (found.length !== 1) throw new Error(`There are ${found.length} sessions of ${key}`);
      return found[0]!;
    },
    pay: (id: string, changes: Partial<Pick<StripeSession, 'amount_total' | 'currency'>> = {}) =>
      withIntent(id, 'succeeded', { ...changes, status: 'complete', payment_status: 'paid' }),
    /** A direct debit, which takes days. */
    payThroughBank: (id: string) => withIntent(id, 'processing', { status: 'complete' }),
    refuse: (id: string) => withIntent(id, 'requires_payment_method', { status: 'complete' }),
    expire: (id: string) => change(id, { status: 'expired', url: null }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

export type StripeDouble = Awaited<ReturnType<typeof startStripeDouble>>;
