import { Agent as PlainAgent } from 'node:http';
import { Agent } from 'node:https';
import { cut } from '@tessera/domain/kernel/text';
import Stripe from 'stripe';
import type { StripeAccount } from '../../config.ts';
import type { Clock } from '../../kernel/clock.ts';
import { NoticeRefused, OutcomeUnknown } from './port.ts';
import type { ChargeOutcome, GatewayMessage, HostedGateway, HostedOutcome, Payment, Refund } from './port.ts';
import { StripeRefundsAndDisputes, paymentKeyName } from './stripe-refunds-and-disputes.ts';
import { asOutcomeUnknown, callStripe, safeToLog } from './stripe-errors.ts';
import { approvalOf, noticeOf } from './stripe-notices.ts';

type Session = Stripe.Checkout.Session;

const checkoutHost = 'checkout.stripe.com';
const requestTimeoutMs = 20_000;
const networkRetriesMax = 2;
/** Signatures older than this are refused, because they may be replayed. */
const signatureAgeMaxSeconds = 300;
const pageOpenMs = 60 * 60_000;
/** Stripe refuses longer item names. */
const nameCharactersMax = 250;

const leftUnpaid = { status: 'declined', reason: 'You left the payment page without paying' } as const;
const refusedByBank = { status: 'declined', reason: 'The bank refused the payment' } as const;

/** Must be identical for the same payment, or Stripe refuses the repeated key. */
const sessionOf = ({ key, lines, pageUrl }: Payment): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  client_reference_id: key,
  metadata: { [paymentKeyName]: key },
  payment_intent_data: { metadata: { [paymentKeyName]: key } },
  line_items: lines.map(({ title, unitCents, quantity }) => ({
    quantity,
    price_data: {
      currency: 'usd',
      unit_amount: unitCents,
      product_data: { name: cut(title, nameCharactersMax) },
    },
  })),
  // Prices stay in dollars, like the agreement and the ledger.
  adaptive_pricing: { enabled: false },
  success_url: pageUrl,
  cancel_url: `${pageUrl}&cancelled=true`,
});

/** The outcome of a completed session whose bank may still be processing the payment. */
const bankOutcomeOf = (intent: Session['payment_intent']): HostedOutcome =>
  typeof intent === 'object' && intent !== null && ['requires_payment_method', 'canceled'].includes(intent.status)
    ? refusedByBank
    : { status: 'pending' };

const outcomeOf = ({ status, payment_status, url, payment_intent, ...session }: Session): HostedOutcome => {
  if (status === 'expired') return leftUnpaid;
  if (payment_status !== 'unpaid') return approvalOf({ payment_intent, ...session });
  return status === 'open' && url ? { status: 'open', url } : bankOutcomeOf(payment_intent);
};

/** Stripe's hosted Checkout. A session is found by the idempotency key that it was created with. */
export class StripeGateway implements HostedGateway {
  readonly name = 'stripe';
  readonly takes = 'payments on its page';
  readonly checkoutHost = checkoutHost;
  readonly pageOpenMs = pageOpenMs;
  readonly #stripe: Stripe;
  readonly #refundsAndDisputes: StripeRefundsAndDisputes;
  readonly #agent: Agent | PlainAgent;
  readonly #webhookSecret: string;
  readonly #clock: Clock;

  constructor({ secretKey, webhookSecret, apiHost }: StripeAccount, clock: Clock) {
    const place = apiHost === null ? null : new URL(apiHost);
    const isPlain = place?.protocol === 'http:';
    this.#agent = isPlain ? new PlainAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
    this.#stripe = new Stripe(secretKey, {
      timeout: requestTimeoutMs,
      maxNetworkRetries: networkRetriesMax,
      httpAgent: this.#agent,
      telemetry: false,
      ...(place && {
        host: place.hostname,
        port: place.port || (isPlain ? '80' : '443'),
        protocol: isPlain ? 'http' : 'https',
      }),
    });
    this.#refundsAndDisputes = new StripeRefundsAndDisputes(this.#stripe);
    this.#webhookSecret = webhookSecret;
    this.#clock = clock;
  }

  async begin(payment: Payment, again: boolean): Promise<HostedOutcome> {
    const found = await this.#find(payment);
    const outcome = found && ('object' in found ? outcomeOf(found) : found);
    return outcome && !again ? outcome : this.#orEarlier(payment, outcome);
  }

  async settle(payment: Payment, page?: string): Promise<ChargeOutcome> {
    const found = page === undefined ? await this.#find(payment) : await this.#session(page);
    const closed = found && ('object' in found ? await this.#closed(found) : found);
    const outcome = await this.#orEarlier(payment, closed);
    if (outcome.status === 'pending' || outcome.status === 'open') {
      throw new OutcomeUnknown(`The payment ${payment.key} is still pending at Stripe.`);
    }
    return outcome;
  }

  refund(refund: Refund) {
    return this.#refundsAndDisputes.refund(refund);
  }

  refundsOf(reference: string) {
    return this.#refundsAndDisputes.refundsOf(reference);
  }

  dispute(id: string) {
    return this.#refundsAndDisputes.dispute(id);
  }

  disputes(from: Date) {
    return this.#refundsAndDisputes.disputes(from);
  }

  transactions(from: Date, to: Date) {
    return this.#refundsAndDisputes.transactions(from, to);
  }

  readNotice(body: Buffer, signature: string): GatewayMessage | null {
    return noticeOf(this.#verified(body, signature));
  }

  async check() {
    await this.#stripe.checkout.sessions.list({ limit: 1 });
    await this.#stripe.paymentIntents.search({ query: `metadata["${paymentKeyName}"]:"none"`, limit: 1 });
    await this.#refundsAndDisputes.check();
  }

  close() {
    this.#agent.destroy();
  }

  #verified(body: Buffer, signature: string) {
    const receivedAtMs = this.#clock.now().getTime();
    try {
      return this.#stripe.webhooks.constructEvent(
        body,
        signature,
        this.#webhookSecret,
        signatureAgeMaxSeconds,
        undefined,
        receivedAtMs,
      );
    } catch {
      throw new NoticeRefused('The message has no valid Stripe signature.');
    }
  }

  #session(id: string) {
    return callStripe('return a session', () =>
      this.#stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] }),
    );
  }

  /** Expires the session if it is open, so that it can't be paid anymore. */
  async #closed(session: Session): Promise<HostedOutcome> {
    const outcome = outcomeOf(session);
    if (outcome.status !== 'open') return outcome;
    try {
      return outcomeOf(await this.#stripe.checkout.sessions.expire(session.id));
    } catch {
      // It was just paid, or Stripe is down.
      return outcomeOf(await this.#session(session.id));
    }
  }

  /**
   * Returns the current session of a payment, creating it if needed. Returns null if its key was used with other
   * parameters, from another public URL or by another version of this program.
   */
  async #find(payment: Payment): Promise<Session | ChargeOutcome | null> {
    try {
      const options = { idempotencyKey: payment.key };
      const session = await this.#stripe.checkout.sessions.create(sessionOf(payment), options);
      // For a repeated key, Stripe returns the session as it was when created.
      return session.lastResponse.headers['idempotent-replayed'] === 'true' ? await this.#session(session.id) : session;
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError) || error.statusCode !== 400) {
        throw asOutcomeUnknown('open a payment page', error);
      }
      if (error instanceof Stripe.errors.StripeIdempotencyError) return null;
      return { status: 'declined', reason: 'The payment page could not be opened', detail: safeToLog(error) };
    }
  }

  /**
   * Looks for an earlier payment by the key in its metadata, because Stripe forgets idempotency keys after a day or
   * more, and would then create another session.
   */
  async #orEarlier({ key }: Payment, found: HostedOutcome | null): Promise<HostedOutcome> {
    if (found?.status === 'approved') return found;
    const query = `metadata["${paymentKeyName}"]:"${key}"`;
    const { data } = await callStripe('search for a payment', () => this.#stripe.paymentIntents.search({ query }));
    const done = data.find(({ status }) => status === 'succeeded');
    if (done) {
      const { id: reference, amount_received: amountCents, currency } = done;
      return { status: 'approved', reference, amountCents, currency };
    }
    if (data.some(({ status }) => status === 'processing')) return { status: 'pending' };
    if (found) return found;
    throw new OutcomeUnknown(`The payment ${key} was started at Stripe with other details and is not paid yet.`);
  }
}
