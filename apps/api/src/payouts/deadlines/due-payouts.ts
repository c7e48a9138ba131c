import { Injectable } from '@nestjs/common';
import { creatorLedger } from '@tessera/domain/earnings/ledger/creator-ledger.view';
import { availableOn, promisedOn } from '@tessera/domain/earnings/ledger/creator-account';
import type { CreatorAccount } from '@tessera/domain/earnings/ledger/creator-account';
import { dayOf } from '@tessera/domain/ledger';
import { sum } from '@tessera/domain/money';
import { leftOutFor } from '@tessera/domain/payouts/left-out';
import { payoutHolds } from '@tessera/domain/payouts/payout-holds.view';
import type { PayoutHold } from '@tessera/domain/payouts/payout-holds.view';
import { payouts } from '@tessera/domain/payouts/payouts.view';
import type { Payout } from '@tessera/domain/payouts/payouts.view';
import { urgentUntil } from '@tessera/domain/payouts/promise/payout-alert';
import type { Urgent } from '@tessera/domain/payouts/promise/payout-alert';
import { Clock } from '../../kernel/clock.ts';
import { everyDocument } from '../../kernel/views/every-document.ts';
import { ReadStore } from '../../kernel/views/port.ts';
import { Payees, detailsToPay } from '../payees.ts';

/** Every creator's account, once; the same view also has the ledger lines, which have no `account_of`. */
const byCreator = {
  range: { field: 'account_of', from: '' },
  sort: { field: 'account_of', descending: false },
} as const;
/** A day of its own for each; anything beyond is counted with the last of them. */
const daysMax = 60;

interface Waiting extends Urgent {
  readonly creator_id: string;
}

const together = (waiting: readonly Waiting[]): Urgent | null => {
  const [first] = waiting.map(({ by }) => by).toSorted();
  if (first === undefined) return null;
  const creators = new Set(waiting.map(({ creator_id }) => creator_id)).size;
  return { by: first, creators, cents: sum(waiting.map(({ cents }) => cents)) };
};

/** Finds what is due to creators, and by when it has to reach them. */
@Injectable()
export class DuePayouts {
  constructor(
    private readonly views: ReadStore,
    private readonly payees: Payees,
    private readonly clock: Clock,
  ) {}

  /**
   * How much is due now, and to how many creators; and what of it has to be paid by which day, `yyyy-mm-dd` in UTC,
   * without what is below the minimum or on hold. Payout details aren't looked at: a run does that.
   */
  async now() {
    const today = this.today();
    const onHold = await this.onHold();
    const days = new Map<string, { creators: number; cents: number }>();
    let creators = 0;
    let cents = 0;
    for await (const { document } of everyDocument<CreatorAccount>(this.views, creatorLedger.name, byCreator)) {
      const available = availableOn(document, today);
      if (available <= 0) continue;
      creators += 1;
      cents += available;
      if (this.leftOut(document, available, onHold) !== null) continue;
      for (const { by, cents: part } of promisedOn(document, today)) {
        const before = days.get(by) ?? { creators: 0, cents: 0 };
        days.set(by, { creators: before.creators + 1, cents: before.cents + part });
      }
    }
    const sorted = [...days].map(([by, of]) => ({ by, ...of })).toSorted((one, other) => (one.by < other.by ? -1 : 1));
    return { creators, cents, days: sorted.slice(0, daysMax) };
  }

  /** Whether a run would pay anybody. */
  async isAnyPayable(): Promise<boolean> {
    const onHold = await this.onHold();
    for await (const { document } of everyDocument<CreatorAccount>(this.views, creatorLedger.name, byCreator))
      if (await this.isPayable(document, onHold)) return true;
    return false;
  }

  /**
   * What has to reach creators within a few days, or should have: in payouts that are prepared or sent, and in none yet.
   * Null for nothing.
   */
  async urgent(): Promise<Urgent | null> {
    const waiting: Waiting[] = [];
    const until = urgentUntil(this.today());
    const onHold = await this.onHold();
    // `pay_by` is never before this century; payouts from before it was recorded have none.
    const range = { field: 'pay_by', from: '2', to: until };
    const sort = { field: 'pay_by', descending: false };
    for (const status of ['prepared', 'sent'] as const)
      for await (const { document } of everyDocument<Payout>(this.views, payouts.name, {
        where: { status },
        range,
        sort,
      })) {
        const { creator_id, pay_by_on: by, amount_cents: cents } = document;
        if (by !== null) waiting.push({ creator_id, by, creators: 1, cents });
      }
    for await (const { document } of everyDocument<CreatorAccount>(this.views, creatorLedger.name, { range, sort })) {
      const promised = promisedOn(document, this.today()).filter(({ by }) => by <= until);
      const [first] = promised;
      if (!first || !(await this.isPayable(document, onHold))) continue;
      const cents = sum(promised.map((each) => each.cents));
      waiting.push({ creator_id: document.creator_id, by: first.by, creators: 1, cents });
    }
    return together(waiting);
  }

  today() {
    return dayOf(this.clock.now().toISOString());
  }

  private async onHold(): Promise<ReadonlySet<string>> {
    const all = { sort: { field: 'since', descending: false } };
    const creators = new Set<string>();
    for await (const { document } of everyDocument<PayoutHold>(this.views, payoutHolds.name, all))
      creators.add(document.creator_id);
    return creators;
  }

  /** Why a run would leave this creator out, whatever their payout details are; null if it depends on these. */
  private leftOut(account: CreatorAccount, available_cents: number, onHold: ReadonlySet<string>) {
    const known = {
      available_cents,
      details: { changed_at: null },
      is_last: false,
      at: this.clock.now().toISOString(),
    };
    return leftOutFor(known, { open: null, hold: onHold.has(account.creator_id) ? {} : null });
  }

  private async isPayable(account: CreatorAccount, onHold: ReadonlySet<string>): Promise<boolean> {
    const available = availableOn(account, this.today());
    if (available <= 0 || this.leftOut(account, available, onHold) !== null) return false;
    const details = detailsToPay(await this.payees.of(account.creator_id));
    const known = { available_cents: available, details, is_last: false, at: this.clock.now().toISOString() };
    // What comes in while a payout is open goes out after it.
    const open = account.in_payout.length > 0 ? account.creator_id : null;
    return leftOutFor(known, { open, hold: null }) === null;
  }
}
