import { moneyDays } from '../books/money-days.view.ts';
import type { MoneyDay } from '../books/money-days.view.ts';
import { processorFee } from '../books/processor-fee.ts';
import { fold } from '../kernel/decider.ts';
import type { AnyDecider } from '../kernel/decider.ts';
import type { DomainEvent, RecordedEvent } from '../kernel/event.ts';
import { isFailure } from '../kernel/failure.ts';
import type { Failure } from '../kernel/failure.ts';
import { foldInto } from '../kernel/view.ts';
import { licenseGranted } from '../licensing/license.ts';
import { dayOf, daysLater } from '../ledger.ts';
import type { Posting } from '../ledger.ts';
import { payout } from '../payouts/payout.ts';
import type { PayoutCommand, PayoutState } from '../payouts/payout.ts';
import { payouts } from '../payouts/payouts.view.ts';
import type { Payout } from '../payouts/payouts.view.ts';
import { dispute } from '../refunds/dispute.ts';
import type { DisputeState, ReportDispute } from '../refunds/dispute.ts';
import { refund } from '../refunds/refund.ts';
import type { RefundCommand, RefundFacts, RefundState } from '../refunds/refund.ts';
import { creatorLedger } from './ledger/creator-ledger.view.ts';
import { availableOn, emptyAccount, promisedOn } from './ledger/creator-account.ts';
import type { CreatorLedger, LedgerLine } from './ledger/creator-ledger.view.ts';
import type { CreatorAccount } from './ledger/creator-account.ts';
import { earning } from './earning.ts';
import type { EarningState } from './earning.ts';
import { ledger } from './ledger/ledger.view.ts';
import type { LedgerAccount } from './ledger/ledger.view.ts';
import { postEarning } from './post-earning.workflow.ts';
import { splitOf } from './split.ts';

const gateway = 'sandbox';

export interface SoldLicense {
  readonly license_id: string;
  readonly order_id: string;
  readonly creator_id: string;
  readonly price_cents: number;
  readonly paid_at: string;
}

/**
 * For tests: a shop in which money moves as in the product. Commands are decided; the workflow posts each event, and the
 * views fold it immediately. Its clock stands still until it is moved.
 */
export class MoneyWorld {
  readonly events: RecordedEvent[] = [];
  readonly sold: SoldLicense[] = [];
  readonly ledger = new Map<string, LedgerAccount>();
  readonly creators = new Map<string, CreatorLedger>();
  readonly payouts = new Map<string, Payout>();
  readonly days = new Map<string, MoneyDay>();
  now = '2026-01-01T00:00:00.000Z';
  readonly #streams = new Map<string, DomainEvent[]>();
  #ids = 0;

  get today() {
    return dayOf(this.now);
  }

  /** Moves the clock by this many days. */
  pass(days: number) {
    this.now = `${daysLater(this.now, days)}T00:00:00.000Z`;
  }

  newId(kind: string) {
    this.#ids += 1;
    return `${kind}-${this.#ids}`;
  }

  sell(creator_id: string, price_cents: number, referrer_id: string | null = null): SoldLicense {
    const license_id = this.newId('license');
    const order_id = this.newId('order');
    const split = splitOf(price_cents, referrer_id !== null);
    this.#record(
      `order-${order_id}`,
      licenseGranted.of({
        license_id,
        order_id,
        item: { content_id: 'photo', title: 'Harbour', description: '', media_url: 'a.webp', media_type: 'image' },
        creator_id,
        creator_name: 'Carla Creator',
        brand_id: 'brand-1',
        brand_name: 'Acme',
        referrer_id,
        license_type: 'one_time',
        quantity: 1,
        price_cents,
        split,
        start_date: this.now,
        end_date: null,
        basis: null,
        gateway,
        withheld_reward: null,
      }),
    );
    const license = { license_id, order_id, creator_id, price_cents, paid_at: this.now };
    this.sold.push(license);
    return license;
  }

  /** Reports the gateway's fee for the sale, any number of times. */
  charge({ order_id }: SoldLicense, fee_cents: number) {
    const transaction_id = `charge-of-${order_id}`;
    return this.#dispatch(processorFee, order_id, { kind: 'post-fee', order_id, gateway, transaction_id, fee_cents });
  }

  refundFacts({ license_id, order_id, creator_id, price_cents, paid_at }: SoldLicense): RefundFacts {
    const isDisputed = Object.values(this.earningOf(license_id).disputes).some(({ step }) => step !== 'won');
    const ids = { license_id, order_id, brand_id: 'brand-1', creator_id };
    return { ...ids, price_cents, gateway, payment: `pay-${order_id}`, paid_at, isContinued: false, isDisputed };
  }

  /** Refunds an amount through the gateway. */
  refund(license: SoldLicense, amount_cents: number): Failure | null {
    const id = license.license_id;
    const facts = this.refundFacts(license);
    const refused = this.refundCommand(id, { kind: 'start', amount_cents, reason: 'Asked for.', facts });
    if (refused) return refused;
    const { last: refund_number } = this.refundOf(id);
    return this.refundCommand(id, { kind: 'complete', refund_number, reference: `re-${id}-${refund_number}` });
  }

  refundCommand(licenseId: string, command: RefundCommand) {
    return this.#dispatch(refund, licenseId, command);
  }

  dispute(license: SoldLicense, dispute_id: string, standing: ReportDispute['standing'], amount_cents: number) {
    const { license_id, creator_id, order_id } = license;
    return this.#dispatch(dispute, dispute_id, {
      kind: 'report',
      standing,
      dispute_id,
      order_id,
      brand_id: 'brand-1',
      gateway,
      licenses: [{ license_id, creator_id, amount_cents }],
      amount_cents,
      reason: 'fraudulent',
      evidence_due_at: null,
    } satisfies ReportDispute);
  }

  /** Prepares the payout of a creator in a run of its own. */
  prepare(creator_id: string, run_id = this.newId('run')) {
    const account = this.account(creator_id);
    return this.payoutCommand(creator_id, {
      kind: 'prepare',
      run_id,
      payout_id: `${run_id}/${creator_id}`,
      creator_id,
      available_cents: availableOn(account, this.today),
      disbursed_cents: account.in_transit_cents + account.paid_cents,
      until: { at: this.now, position: this.events.length - 1 },
      pay_by_on: promisedOn(account, this.today)[0]?.by ?? null,
      details: { method: 'bank', destination: 'Bank account ending in 6789', changed_at: null, revision: 0 },
      is_last: false,
      at: this.now,
    });
  }

  payoutCommand(creatorId: string, command: PayoutCommand) {
    return this.#dispatch(payout, creatorId, command);
  }

  earningOf(licenseId: string) {
    const state = this.#state(earning, licenseId) as EarningState;
    if (state.status === 'none') throw new Error(`License ${licenseId} was not posted`);
    return state;
  }

  refundOf(licenseId: string) {
    return this.#state(refund, licenseId) as RefundState;
  }

  payoutsOf(creatorId: string) {
    return this.#state(payout, creatorId) as PayoutState;
  }

  disputeOf(disputeId: string) {
    return this.#state(dispute, disputeId) as DisputeState;
  }

  account(creator_id: string): CreatorAccount {
    const found = this.creators.get(creator_id);
    return found?.type === 'account' ? found : emptyAccount(creator_id);
  }

  /** Oldest first. */
  lines(creatorId: string): readonly LedgerLine[] {
    return [...this.creators.values()]
      .filter((document) => document.type === 'line')
      .filter((line) => line.creator_id === creatorId)
      .toSorted((one, other) => one.position - other.position);
  }

  /** The postings of every money event. */
  get postings(): readonly (readonly Posting[])[] {
    return this.events.flatMap(({ data }) => {
      const { postings } = data as { readonly postings?: readonly Posting[] };
      return postings ? [postings] : [];
    });
  }

  /** Delivers events again, as after a crash in which the workflow lost its checkpoint. */
  deliverAgainFrom(position: number) {
    for (const event of this.events.slice(position)) this.#deliver(event);
  }

  #state(decider: AnyDecider, id: string): unknown {
    return fold(decider, this.#streams.get(`${decider.category}-${id}`) ?? []);
  }

  #dispatch(decider: AnyDecider, id: string, command: unknown): Failure | null {
    const decision = decider.decide(command, this.#state(decider, id));
    if (isFailure(decision)) return decision;
    for (const event of decision as readonly DomainEvent[]) this.#record(`${decider.category}-${id}`, event);
    return null;
  }

  #record(stream: string, event: DomainEvent) {
    const events = this.#streams.get(stream) ?? [];
    this.#streams.set(stream, [...events, event]);
    const position = this.events.length;
    const recorded: RecordedEvent = {
      ...event,
      id: `event-${position}`,
      stream,
      revision: events.length,
      position,
      recordedAt: this.now,
      version: 1,
      metadata: { actor: 'system', correlation: 'test', causation: null },
    };
    this.events.push(recorded);
    foldInto(ledger, this.ledger, recorded);
    foldInto(creatorLedger, this.creators, recorded);
    foldInto(payouts, this.payouts, recorded);
    foldInto(moneyDays, this.days, recorded);
    this.#deliver(recorded);
  }

  #deliver(event: RecordedEvent) {
    const reactions = postEarning.handlers.get(event.type)?.(event) ?? [];
    for (const { id, command } of reactions) this.#dispatch(earning, id, command);
  }
}
