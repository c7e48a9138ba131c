import { Controller, Get, Param, Query, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { definitions } from '@tessera/domain/catalog';
import { EventDetails, EventPage } from '@tessera/contract/admin';
import { invalidInput, notFound } from '@tessera/domain/failures';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import { Answers } from '../http/description/described.ts';
import { PagingPipe, optionalText } from '../http/paging.ts';
import type { Paging } from '../http/paging.ts';
import { RoleGuard } from '../http/role.guard.ts';
import { EventStore } from '../kernel/log/port.ts';
import { Refused } from '../kernel/refused.ts';
import { maskedData, summaryOf } from './event-summary.ts';

/** How many events one request may look through while it filters. */
const scanMax = 20_000;
const scanBatch = 1_000;

type Matches = (event: RecordedEvent) => boolean;

const positionOf = (text: string | undefined, name: string): number | undefined => {
  if (text === undefined) return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new Refused(invalidInput({ message: `${name} must be a position.` }));
};

const instantOf = (text: string | undefined, name: string): string | undefined => {
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  throw new Refused(invalidInput({ message: `${name} must be a date or a time.` }));
};

const matcherOf = (query: Record<string, unknown>): Matches => {
  const actor = optionalText(query['actor'], 'actor');
  const correlation = optionalText(query['correlation'], 'correlation');
  const from = instantOf(optionalText(query['from'], 'from'), 'from');
  const to = instantOf(optionalText(query['to'], 'to'), 'to');
  return (event) =>
    (actor === undefined || event.metadata.actor === actor) &&
    (correlation === undefined || event.metadata.correlation === correlation) &&
    (from === undefined || event.recordedAt >= from) &&
    (to === undefined || event.recordedAt <= to);
};

/** The log as the auditor reads it: newest first, one sentence an event. The sentences hold no personal field. */
@ApiTags('admin')
@ApiBearerAuth()
@Controller('api/admin/events')
@UseGuards(RoleGuard('admin'))
export class EventsController {
  constructor(private readonly events: EventStore) {}

  @Get()
  @Answers('Lists the log.', { 200: EventPage })
  async list(@Query(PagingPipe) { limit, cursor }: Paging, @Query() query: Record<string, unknown>) {
    const type = optionalText(query['type'], 'type');
    const stream = optionalText(query['stream'], 'stream');
    // Before the list: what comes in between is then announced rather than missed.
    const position = await this.events.head();
    const found = await this.scan(matcherOf(query), positionOf(cursor, 'cursor') ?? Infinity, limit, type, stream);
    return {
      items: found.events.map(summaryOf),
      next_cursor: found.next === null ? null : String(found.next),
      position,
      types: [...definitions.keys()],
    };
  }

  @Get(':position')
  @Answers('Shows one event.', { 200: EventDetails })
  async one(@Param('position') text: string) {
    const position = positionOf(text, 'position') ?? -1;
    const event = await this.events.at(position);
    if (!event) throw new Refused(notFound());
    return { ...summaryOf(event), version: event.version, metadata: event.metadata, data: maskedData(event) };
  }

  /** Type and stream are the store's to filter; the rest is looked through, a bounded way back at a time. */
  private async scan(matches: Matches, before: number, limit: number, type?: string, stream?: string) {
    const found: RecordedEvent[] = [];
    let after = before;
    for (let scanned = 0; scanned < scanMax; scanned += scanBatch) {
      const filter = { ...(type ? { types: [type] } : {}), ...(stream ? { stream } : {}) };
      const batch = await this.events.readAll({ after, limit: scanBatch, backwards: true, ...filter });
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
}
