import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';

interface Entry {
  readonly position: number;
  readonly type: string;
  readonly data: string;
}

interface Fact {
  readonly order_id: string;
  readonly license_id: string;
  readonly postings: readonly { readonly amount_cents: number }[];
}

/** What the buyers were answered: the orders that were placed, and the licenses of those that were paid. */
export interface Acknowledged {
  readonly placed: ReadonlySet<string>;
  readonly paid: ReadonlyMap<string, readonly string[]>;
}

const rows = (file: string, sql: string, ...values: (string | number)[]) => {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    return database.prepare(sql).all(...values);
  } finally {
    database.close();
  }
};

/** Increments the count of a key. */
const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
const moreThanOnce = (counts: ReadonlyMap<string, number>) =>
  [...counts].flatMap(([key, times]) => (times > 1 ? [key] : []));

/**
 * What the log and the card network's own memory say, read from their files while the product runs. Only new entries
 * are read again.
 */
export class Books {
  readonly placed = new Set<string>();
  /** Per order, in the order of the log. */
  readonly licenses = new Map<string, string[]>();
  /** Approved charges per order. */
  readonly charges = new Map<string, number>();
  readonly earnings = new Map<string, number>();
  /** The position of the last event that was read. */
  position = -1;
  balanceCents = 0;
  readonly #dataDir: string;
  #gatewayRow = 0;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  read(): void {
    const events = rows(
      join(this.#dataDir, 'events.db'),
      `SELECT position, name AS type, data FROM events JOIN types ON types.id = type_id
       WHERE position > ? ORDER BY position`,
      this.position,
    ) as unknown as Entry[];
    for (const event of events) this.#take(event);
    const charged = rows(
      join(this.#dataDir, 'sandbox-gateway.db'),
      'SELECT rowid, key, status FROM charges WHERE rowid > ? ORDER BY rowid',
      this.#gatewayRow,
    ) as unknown as { rowid: number; key: string; status: string }[];
    for (const { rowid, key, status } of charged) {
      this.#gatewayRow = rowid;
      if (status === 'approved') add(this.charges, key.slice(0, key.lastIndexOf(':')));
    }
  }

  get licensesGranted(): number {
    return [...this.licenses.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /**
   * Whether every charge has its license and every license its earning: otherwise a restart still has work to finish.
   */
  get isSettled(): boolean {
    return (
      [...this.charges.keys()].every((order) => this.licenses.has(order)) && this.earnings.size === this.licensesGranted
    );
  }

  /** One line for each promise that the books break. Every order is assumed to have one line. */
  problems({ placed, paid }: Acknowledged): string[] {
    const lostOrders = [...placed].filter((order) => !this.placed.has(order));
    const lost = [...paid].filter(([order, ids]) => String(this.licenses.get(order)) !== String(ids));
    const twice = [...this.licenses].filter(([, ids]) => ids.length !== 1);
    const unpaid = [...this.licenses.keys()].filter((order) => !this.charges.has(order));
    const unserved = [...this.charges.keys()].filter((order) => !this.licenses.has(order));
    const line = (what: string, orders: readonly unknown[]) =>
      orders.length === 0 ? [] : [`${what}: ${orders.length}, such as ${String(orders[0])}`];
    return [
      ...line('acknowledged orders that are not in the log', lostOrders),
      ...line('acknowledged purchases without exactly the licenses that were answered', lost),
      ...line('orders with more than one license', twice),
      ...line('licenses without a charge', unpaid),
      ...line('charges without a license', unserved),
      ...line('orders charged more than once', moreThanOnce(this.charges)),
      ...line('licenses posted to the ledger more than once', moreThanOnce(this.earnings)),
      ...(this.balanceCents === 0 ? [] : [`the ledger sums to ${this.balanceCents} cents`]),
      ...(this.earnings.size === this.licensesGranted ? [] : ['licenses without an earning']),
    ];
  }

  #take({ position, type, data }: Entry): void {
    this.position = position;
    const fact = JSON.parse(data) as Fact;
    if (type === 'OrderPlaced') this.placed.add(fact.order_id);
    if (type === 'LicenseGranted') {
      this.licenses.set(fact.order_id, [...(this.licenses.get(fact.order_id) ?? []), fact.license_id]);
    }
    if (type === 'EarningPosted') {
      add(this.earnings, fact.license_id);
      for (const { amount_cents } of fact.postings) this.balanceCents += amount_cents;
    }
  }
}
