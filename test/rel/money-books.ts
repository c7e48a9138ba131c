import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import type { Clock } from '../../apps/api/src/kernel/clock.ts';
import { SandboxGateway } from '../../apps/api/src/adapters/payments/sandbox.ts';
import type { GatewayTransaction } from '../../apps/api/src/adapters/payments/port.ts';

interface Posting {
  readonly account: string;
  readonly amount_cents: number;
}

interface Reach {
  readonly at: string;
  readonly position: number;
}

interface Fact {
  readonly license_id: string;
  readonly creator_id: string;
  readonly payout_id: string;
  readonly dispute_id: string;
  readonly refund_number: number;
  readonly reference: string;
  readonly amount_cents: number;
  readonly price_cents: number;
  readonly step: string;
  readonly after: Reach;
  readonly until: Reach;
  readonly takes_over: readonly string[];
  readonly licenses: readonly unknown[];
  readonly postings?: readonly Posting[];
  readonly payout_due_on?: string | null;
}

interface Entry {
  readonly position: number;
  readonly type: string;
  readonly data: string;
}

interface RailRow {
  readonly key: string;
  readonly status: 'paid' | 'failed';
  readonly amount_cents: number;
  readonly returned_at: number | null;
}

interface RefundRow {
  readonly key: string;
  readonly status: 'refunded' | 'failed';
  readonly detail: string;
  readonly amount_cents: number;
}

interface DisputeRow {
  readonly id: string;
  readonly standing: 'open' | 'won' | 'lost';
}

/** What was done to each thing, in the order of the log. */
type Steps = Map<string, string[]>;

/** A change in the amount that a creator could be paid, from a date on. */
interface Change {
  readonly position: number;
  /** `yyyy-mm-dd`, or null for immediately. */
  readonly from: string | null;
  readonly cents: number;
}

const rows = <Row>(file: string, sql: string, ...values: number[]): readonly Row[] => {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    return database.prepare(sql).all(...values) as unknown as readonly Row[];
  } finally {
    database.close();
  }
};

const addTo = <Item>(lists: Map<string, Item[]>, key: string, item: Item) => {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
};
const total = (amounts: readonly number[]) => amounts.reduce((sum, cents) => sum + cents, 0);
const isSame = (one: Reach, other: Reach) => one.at === other.at && one.position === other.position;
const isOf = (type: string, prefix: string) => type.startsWith(prefix);

const mayFollow: Readonly<Record<string, readonly string[]>> = {
  '': ['PayoutPrepared'],
  PayoutPrepared: ['PayoutSent', 'PayoutCanceled'],
  PayoutSent: ['PayoutPaid', 'PayoutFailed'],
  PayoutPaid: ['PayoutReturned'],
};

/**
 * All money of a log, recalculated from its postings alone and compared with what the card network and the bank
 * remember. It reads their files while the product runs, and only the new part of the log.
 */
export class MoneyBooks {
  /** Cents by account, not counting what becomes due as time passes. */
  readonly accounts = new Map<string, number>();
  readonly payouts: Steps = new Map();
  /** By the key that the gateway knows. */
  readonly refunds: Steps = new Map();
  readonly disputes: Steps = new Map();
  readonly amounts = new Map<string, number>();
  /** Problems that nothing later can make right, one line each. */
  readonly broken: string[] = [];
  readonly #dataDir: string;
  readonly #changes = new Map<string, Change[]>();
  readonly #reached = new Map<string, Reach>();
  readonly #takenOver = new Set<string>();
  readonly #reversed: Steps = new Map();
  readonly #refundedCents = new Map<string, number>();
  readonly #prices = new Map<string, number>();
  readonly #granted = new Set<string>();
  /** The status of each recorded dispute. */
  readonly #decided = new Map<string, string>();
  /** What still has to be posted for each dispute: if everything was refunded, losing it takes nothing. */
  readonly #due = new Map<string, string>();
  #position = -1;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  read(): void {
    const events = rows<Entry>(
      join(this.#dataDir, 'events.db'),
      `SELECT position, name AS type, data FROM events JOIN types ON types.id = type_id
       WHERE position > ? ORDER BY position`,
      this.#position,
    );
    for (const { position, type, data } of events) {
      this.#position = position;
      this.#take(position, type, JSON.parse(data) as Fact);
    }
  }

  /** A creator's money by state on a day, `yyyy-mm-dd`. */
  standingOf(creator: string, day: string) {
    const of = (state: string) => 0 - (this.accounts.get(`creator:${creator}:${state}`) ?? 0);
    const fallen = total(
      (this.#changes.get(creator) ?? []).filter(({ from }) => from !== null && from <= day).map(({ cents }) => cents),
    );
    return { pending: of('pending') - fallen, available: of('available') + fallen, reserve: of('reserve') };
  }

  /** Whether every refund was taken back from everyone who had a share, and every license's price was split. */
  get areAllPosted(): boolean {
    const isMade = (steps: readonly string[]) => steps.some((step) => isOf(step, 'LicenseRefunded'));
    const areShared = [...this.#granted].every((license) => this.#prices.has(license));
    const areReversed = [...this.refunds].every(([key, steps]) => !isMade(steps) || this.#reversed.has(key));
    return areShared && areReversed && this.#missing().length === 0;
  }

  /** What was started on either side and hasn't finished, one line each; later returns are not awaited. */
  unsettled(): readonly string[] {
    const lastOf = (steps: readonly string[] = []) => steps.at(-1) ?? 'nothing';
    const railKeys = new Set(this.#rail().map(({ key }) => key));
    const isOpen = ([id, steps]: readonly [string, readonly string[]]) => {
      const last = lastOf(steps);
      return ['PayoutPrepared', 'PayoutSent'].includes(last) || (last === 'PayoutPaid' && !railKeys.has(id));
    };
    const isUnderWay = ([key, steps]: readonly [string, readonly string[]]) =>
      lastOf(steps) === 'RefundStarted' || (lastOf(steps) !== 'RefundFailed' && !this.#reversed.has(key));
    const isUntold = ({ id, standing }: DisputeRow) =>
      this.#decided.get(id) !== { open: 'opened', won: 'won', lost: 'lost' }[standing];
    return [
      ...[...this.payouts].filter(isOpen).map(([id, steps]) => `payout ${id}: ${lastOf(steps)}`),
      ...[...this.refunds].filter(isUnderWay).map(([key, steps]) => `${key}: ${lastOf(steps)}`),
      ...this.#disputes()
        .filter(isUntold)
        .map(({ id, standing }) => `dispute ${id}: the bank says ${standing}, the log ${this.#decided.get(id)}`),
      ...this.#missing(),
    ];
  }

  /** Where the log disagrees with the card network and the bank, once everything is settled. */
  async problems(nowMs: number): Promise<readonly string[]> {
    return [...this.broken, ...this.#ofRail(nowMs), ...this.#ofRefunds(), ...(await this.#ofGateway())];
  }

  #missing(): readonly string[] {
    return [...this.#due].flatMap(([id, step]) => {
      const posted = this.disputes.get(id)?.at(-1);
      return posted === step ? [] : [`dispute ${id}: the log says ${step}, the postings ${posted}`];
    });
  }

  #take(position: number, type: string, fact: Fact): void {
    if (fact.postings) this.#post(position, type, fact);
    if (isOf(type, 'Payout') && fact.payout_id !== undefined) {
      const before = this.payouts.get(fact.payout_id)?.at(-1) ?? '';
      if (!mayFollow[before]?.includes(type)) this.broken.push(`payout ${fact.payout_id}: ${before} before ${type}`);
      addTo(this.payouts, fact.payout_id, type);
    }
    if (type === 'EarningPosted') {
      const gross = total((fact.postings ?? []).map(({ amount_cents }) => Math.max(0, amount_cents)));
      if (this.#prices.has(fact.license_id)) this.broken.push(`license ${fact.license_id} is posted twice`);
      this.#prices.set(fact.license_id, gross);
    }
    const refund = `refund:${fact.license_id}:${fact.refund_number}`;
    if (type === 'RefundStarted' || type === 'RefundFailed') addTo(this.refunds, refund, type);
    if (type === 'LicenseRefunded') {
      addTo(this.refunds, refund, `${type} ${fact.reference}`);
      this.amounts.set(refund, fact.amount_cents);
      this.#refundedCents.set(fact.license_id, (this.#refundedCents.get(fact.license_id) ?? 0) + fact.amount_cents);
    }
    if (type === 'LicenseGranted') this.#granted.add(fact.license_id);
    const step = { DisputeOpened: 'opened', DisputeWon: 'won', DisputeLost: 'lost' }[type];
    if (step !== undefined) {
      this.#decided.set(fact.dispute_id, step);
      if (fact.licenses.length > 0) this.#due.set(fact.dispute_id, step);
    }
    if (type === 'EarningReversed') addTo(this.#reversed, refund, type);
    if (type === 'EarningDisputed') addTo(this.disputes, fact.dispute_id, fact.step);
  }

  #post(position: number, type: string, fact: Fact): void {
    const postings = fact.postings ?? [];
    // Before its own postings: a payout may pay what was available until then.
    if (type === 'PayoutPrepared') this.#takePayout(fact);
    const sum = total(postings.map(({ amount_cents }) => amount_cents));
    if (sum !== 0) this.broken.push(`${type} at position ${position} sums to ${sum} cents`);
    for (const { account, amount_cents } of postings) {
      this.accounts.set(account, (this.accounts.get(account) ?? 0) + amount_cents);
      const [, creator, state] = /^creator:(.+):(pending|available)$/.exec(account) ?? [];
      if (creator === undefined) continue;
      const from = state === 'pending' ? (fact.payout_due_on ?? '9999-12-31') : null;
      addTo(this.#changes, creator, { position, from, cents: -amount_cents });
    }
  }

  /** It must pay exactly what the log shows as available up to its end, and nothing that another payout has paid. */
  #takePayout({ payout_id, creator_id, amount_cents, after, until, takes_over }: Fact): void {
    const say = (what: string) => this.broken.push(`payout ${payout_id}: ${what}`);
    const day = until.at.slice(0, 'yyyy-mm-dd'.length);
    const due = (this.#changes.get(creator_id) ?? []).filter(
      ({ position, from }) => position <= until.position && (from === null || from <= day),
    );
    const available = total(due.map(({ cents }) => cents));
    if (available !== amount_cents) say(`it pays ${amount_cents} cents where ${available} were available`);
    const reached = this.#reached.get(creator_id);
    if (reached && !isSame(reached, after)) say('it does not begin where the one before ended');
    this.#reached.set(creator_id, until);
    for (const other of takes_over) {
      if (this.#takenOver.has(other)) say(`it takes over ${other}, which was taken over before`);
      this.#takenOver.add(other);
      const last = this.payouts.get(other)?.at(-1);
      if (!['PayoutFailed', 'PayoutCanceled', 'PayoutReturned'].includes(last ?? '')) say(`it takes over a ${last}`);
    }
    this.amounts.set(payout_id, amount_cents);
  }

  #rail(): readonly RailRow[] {
    return rows(join(this.#dataDir, 'sandbox-rail.db'), 'SELECT key, status, amount_cents, returned_at FROM payouts');
  }

  #disputes(): readonly DisputeRow[] {
    return rows(join(this.#dataDir, 'sandbox-gateway.db'), 'SELECT id, standing FROM disputes');
  }

  #ofRail(nowMs: number): readonly string[] {
    const problems: string[] = [];
    const rail = this.#rail();
    const known = new Set(rail.map(({ key }) => key));
    for (const { key, status, amount_cents, returned_at } of rail) {
      const outcome = (this.payouts.get(key) ?? []).slice(2).join(' ');
      const isBack = returned_at !== null && returned_at <= nowMs;
      const due = status === 'failed' ? 'PayoutFailed' : isBack ? 'PayoutPaid PayoutReturned' : 'PayoutPaid';
      if (outcome !== due) problems.push(`payout ${key}: the bank says ${due}, the log ${outcome || 'nothing'}`);
      if (this.amounts.get(key) !== amount_cents) problems.push(`payout ${key}: the bank has another amount`);
    }
    for (const [id, steps] of this.payouts) {
      if (steps.includes('PayoutPaid') && !known.has(id)) problems.push(`payout ${id}: the bank never had it`);
    }
    const paid = rail.filter(({ key }) => this.payouts.get(key)?.at(-1) === 'PayoutPaid');
    const cash = 0 - total(paid.map(({ amount_cents }) => amount_cents));
    return [...problems, ...this.#differs('cash:bank', cash), ...this.#differs('payouts:in-transit', 0)];
  }

  #ofRefunds(): readonly string[] {
    const problems: string[] = [];
    const made = rows<RefundRow>(
      join(this.#dataDir, 'sandbox-gateway.db'),
      'SELECT key, status, detail, amount_cents FROM refunds',
    );
    for (const { key, status, detail, amount_cents } of made) {
      const due = status === 'refunded' ? `RefundStarted LicenseRefunded ${detail}` : 'RefundStarted RefundFailed';
      const told = (this.refunds.get(key) ?? []).join(' ');
      if (told !== due) problems.push(`${key}: the gateway says ${due}, the log ${told}`);
      if (status === 'refunded' && this.amounts.get(key) !== amount_cents) problems.push(`${key}: another amount`);
    }
    const known = new Set(made.map(({ key }) => key));
    for (const [key, steps] of this.refunds) {
      if (!known.has(key)) problems.push(`${key}: the gateway never had it`);
      const reversals = this.#reversed.get(key)?.length ?? 0;
      const due = steps.some((step) => isOf(step, 'LicenseRefunded')) ? 1 : 0;
      if (reversals !== due) problems.push(`${key}: taken back ${reversals} times instead of ${due}`);
    }
    for (const [license, cents] of this.#refundedCents) {
      if (cents > (this.#prices.get(license) ?? 0)) problems.push(`license ${license} was refunded beyond its price`);
    }
    return problems;
  }

  /** The gateway's own list against the ledger's cash, its fees, and what banks hold. */
  async #ofGateway(): Promise<readonly string[]> {
    const clock: Clock = { now: () => new Date(8.64e15), newId: () => '' };
    const gateway = new SandboxGateway(join(this.#dataDir, 'sandbox-gateway.db'), clock);
    const list: GatewayTransaction[] = [];
    for await (const transaction of gateway.transactions(new Date(0), clock.now())) list.push(transaction);
    gateway.close();
    const fees = total(list.map(({ feeCents }) => feeCents));
    return [
      ...this.#differs('cash:sandbox', total(list.map(({ amountCents }) => amountCents)) - fees),
      ...this.#differs('expense:processor', fees),
    ];
  }

  #differs(account: string, due: number): readonly string[] {
    const cents = this.accounts.get(account) ?? 0;
    return cents === due ? [] : [`${account} is ${cents} cents instead of ${due}`];
  }
}
