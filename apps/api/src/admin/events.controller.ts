import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { definitions } from '@tessera/domain/catalog';
import { EventDetails, EventPage, EventsQuery } from '@tessera/contract/admin';
import { invalidInput, notFound } from '@tessera/domain/failures';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import { Answers } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { QueryParams } from '../http/input/query-params.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { EventStore, EventStoreRefused } from '../kernel/log/port.ts';
import type { ReadAll } from '../kernel/log/port.ts';
import { BadCursor } from '../kernel/views/port.ts';
import { Refused } from '../kernel/refused.ts';
import { maskedData, summaryOf } from './event-summary.ts';

/** How many events one request may scan while filtering. */
const scanMax = 20_000;
const scanBatch = 1_000;
const isPosition = /^\d{1,15}$/;

type Matches = (event: RecordedEvent) => boolean;

const iso = (time: string | undefined) => time && new Date(time).toISOString();

const matcherOf = ({ actor, correlation, ...times }: EventsQuery): Matches => {
  const [from, to] = [iso(times.from), iso(times.to)];
  return (event) =>
    (actor === undefined || event.metadata.actor === actor) &&
    (correlation === undefined || event.metadata.correlation === correlation) &&
    (from === undefined || event.recordedAt >= from) &&
    (to === undefined || event.recordedAt <= to);
};

const noCursor = () => new BadCursor('This cursor isn’t from this log: please start again with the first page');

/** The log for audits: newest first, with one sentence per event. The sentences contain no personal fields. */
@ApiTags('admin')
@Controller('api/admin/events')
@OnlyFor('admin')
export class EventsController {
  constructor(private readonly events: EventStore) {}

  @Get()
  @Answers('Lists the events in the log.', { 200: EventPage })
  async list(@QueryParams(EventsQuery) query: EventsQuery) {
    const { limit, cursor, type, stream } = query;
    // Read before the list, so that events in between are announced rather than missed.
    const position = await this.events.head();
    const before = cursor === undefined ? Infinity : Number(cursor);
    if (cursor !== undefined && before > position) throw noCursor();
    const found = await this.scan(matcherOf(query), before, limit, type, stream);
    return {
      items: found.events.map(summaryOf),
      next_cursor: found.next === null ? null : String(found.next),
      position,
      types: [...definitions.keys()],
    };
  }

  @Get(':position')
  @Refuses('invalid_input')
  @Answers('Shows one event.', { 200: EventDetails })
  async one(@Param('position') text: string) {
    if (!isPosition.test(text)) throw new Refused(invalidInput({ message: 'position must be a whole number.' }));
    const event = await this.events.at(Number(text));
    if (!event) throw new Refused(notFound());
    return { ...summaryOf(event), version: event.version, metadata: event.metadata, data: maskedData(event) };
  }

  /** The store filters by type and stream; the other filters scan a limited number of events per request. */
  private async scan(matches: Matches, before: number, limit: number, type?: string, stream?: string) {
    const found: RecordedEvent[] = [];
    let after = before;
    for (let scanned = 0; scanned < scanMax; scanned += scanBatch) {
      const filter = { ...(type ? { types: [type] } : {}), ...(stream ? { stream } : {}) };
      const batch = await this.page({ after, limit: scanBatch, backwards: true, ...filter }, scanned === 0);
      for (const event of batch) {
        if (matches(event)) found.push(event);
        if (found.length === limit) return { events: found, next: event.position };
      }
      const last = batch.at(-1);
      if (!last || batch.length < scanBatch) return { events: found, next: null };
      after = last.position;
    }
    return { events: found, next: after };
  }

  /** A forged cursor, or one of another log, may point where no event begins. @throws BadCursor */
  private async page(range: ReadAll, isFromCursor: boolean) {
    try {
      return await this.events.readAll(range);
    } catch (error) {
      throw isFromCursor && error instanceof EventStoreRefused ? noCursor() : error;
    }
  }
}
