import { Injectable } from '@nestjs/common';
import type { PayoutLine, PayoutRow } from '@tessera/contract/money/earnings';
import type { PageQuery } from '@tessera/contract/kernel/queries';
import { lineSortKey } from '@tessera/domain/earnings/ledger/creator-ledger.view';
import type { LedgerLine } from '@tessera/domain/earnings/ledger/creator-ledger.view';
import { payout as payoutDecider, payoutStatuses } from '@tessera/domain/payouts/payout';
import type { PayoutState } from '@tessera/domain/payouts/payout';
import { payoutNotFound } from '@tessera/domain/payouts/payout-failures';
import type { Payout } from '@tessera/domain/payouts/payouts.view';
import { paidCents, pays } from '@tessera/domain/payouts/cutoff';
import { Streams } from '../kernel/commands/dispatch.ts';
import { Refused } from '../kernel/refused.ts';
import { everyPage } from '../kernel/views/every-document.ts';
import { BadCursor, ReadStore } from '../kernel/views/port.ts';
import { LineSubjects } from './line-subjects.ts';

const pageLines = 500;
/** If most lines between two payouts belong to neither list, an answer ends after this many reads. */
const readsPerAnswerMax = 10;

/** A payout pays two lists of lines: those that became available since the payout before, and those too late for that one. */
const lists = ['due', 'late'] as const;
type List = (typeof lists)[number];

const rangeOf = ({ creator_id, after, until }: Payout, list: List) =>
  list === 'due'
    ? // Includes the moment itself: some of its lines may be past the position that the payout before reached.
      { field: 'line_available', from: lineSortKey(creator_id, after.at), to: lineSortKey(creator_id, until.at) }
    : {
        field: 'line_position',
        from: lineSortKey(creator_id, after.position + 1),
        to: lineSortKey(creator_id, until.position),
      };

const belongs = (payout: Payout, line: LedgerLine, list: List) =>
  pays(payout, line) && (line.available_from !== null && line.available_from >= payout.after.at) === (list === 'due');

interface Place {
  readonly list: List;
  /** Undefined at the beginning of the list. */
  readonly cursor: string | undefined;
}

const placeOf = (cursor: string | undefined): Place => {
  const [name, inner = ''] = cursor?.split('.') ?? ['due'];
  const list = lists.find((each) => each === name);
  if (!list) throw new BadCursor('The cursor does not belong to this list: ask for the first page again');
  return { list, cursor: inner === '' ? undefined : inner };
};
const cursorOf = (place: Place | null) => place && `${place.list}.${place.cursor ?? ''}`;

/** A first payout has no `late` list, because there was none before it. */
const placeAfter = ({ list }: Place, next: string | null, payout: Payout): Place | null => {
  if (next !== null) return { list, cursor: next };
  return list === 'due' && payout.after.position >= 0 ? { list: 'late', cursor: undefined } : null;
};

/** A creator's payouts, with what only the creator's own stream knows: where they went, and why they failed. */
@Injectable()
export class OwnPayouts {
  constructor(
    private readonly views: ReadStore,
    private readonly streams: Streams,
    private readonly subjects: LineSubjects,
  ) {}

  async stateOf(creatorId: string): Promise<PayoutState> {
    return (await this.streams.load(payoutDecider, creatorId)).state;
  }

  async page(creatorId: string, { limit, cursor }: PageQuery) {
    const { items, next } = await this.views.find<Payout>('payouts', {
      where: { creator_id: creatorId },
      sort: { field: 'prepared_at', descending: true },
      limit,
      cursor,
    });
    const state = await this.stateOf(creatorId);
    return { items: items.map(({ document }) => rowOf(document, state)), next };
  }

  /** @throws Refused if it isn't one of the creator's */
  async one(creatorId: string, id: string): Promise<Payout> {
    const found = (await this.views.get<Payout>('payouts', id))?.document;
    if (found?.creator_id !== creatorId) throw new Refused(payoutNotFound());
    return found;
  }

  async rowOf(payout: Payout): Promise<PayoutRow> {
    return rowOf(payout, await this.stateOf(payout.creator_id));
  }

  async takenOver({ takes_over, creator_id }: Payout): Promise<readonly PayoutRow[]> {
    const state = await this.stateOf(creator_id);
    const found = await this.views.load('payouts', takes_over);
    return takes_over.flatMap((id) => {
      const payout = found.get(id)?.document as Payout | undefined;
      return payout ? [rowOf(payout, state)] : [];
    });
  }

  /** A page may have fewer lines than its limit even if more follow. @throws BadCursor */
  async lines(payout: Payout, { limit, cursor }: PageQuery) {
    const lines: LedgerLine[] = [];
    let place: Place | null = placeOf(cursor);
    for (let reads = 0; place && lines.length < limit && reads < readsPerAnswerMax; reads += 1) {
      const page = await this.linesAt(payout, place, limit - lines.length);
      lines.push(...page.lines);
      place = placeAfter(place, page.next, payout);
    }
    const items = await this.subjects.of(lines, (line, subject): PayoutLine => ({
      ...subject,
      amount_cents: paidCents(line),
    }));
    return { items, next: cursorOf(place) };
  }

  /** All lines, a page at a time. */
  async *allLines(payout: Payout): AsyncGenerator<readonly PayoutLine[]> {
    const read = (cursor?: string) => this.lines(payout, { limit: pageLines, cursor });
    for await (const { items } of everyPage(read)) yield items;
  }

  private async linesAt(payout: Payout, { list, cursor }: Place, limit: number) {
    const range = rangeOf(payout, list);
    const { items, next } = await this.views.find<LedgerLine>('creator-ledger', {
      range,
      sort: { field: range.field, descending: false },
      limit,
      cursor,
    });
    return { lines: items.map(({ document }) => document).filter((line) => belongs(payout, line, list)), next };
  }
}

const rowOf = (payout: Payout, { payouts }: PayoutState): PayoutRow => {
  const { payout_id, status, amount_cents, method, times, reference } = payout;
  const { destination = null, reason = null } = payouts[payout_id] ?? {};
  const steps = payoutStatuses.flatMap((each) => {
    const at = times[each];
    return at === undefined ? [] : [{ status: each, at }];
  });
  return { id: payout_id, status, amount_cents, method, destination, steps, reference, reason };
};
