import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { MailQueue, UndeliveredPage } from '@tessera/contract/mails/mail-queue';
import type { UndeliveredRow, WaitingMails } from '@tessera/contract/mails/mail-queue';
import { PageQuery } from '@tessera/contract/kernel/queries';
import { taskCountMax } from '@tessera/domain/admin/counts';
import { dueMails } from '@tessera/domain/notices/due-mails.view';
import type { DueMail } from '@tessera/domain/notices/due-mails.view';
import type { UndeliveredMail } from '@tessera/domain/notices/undelivered-mails.view';
import { Answers } from '../http/description/answers.ts';
import { QueryParams } from '../http/input/query-params.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { Clock } from '../kernel/clock.ts';
import { listPage } from '../kernel/views/list-page.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { MailFailures, MailKinds, MailRequests } from '../mails/public.ts';

interface Undelivered {
  readonly of: UndeliveredMail;
}

const oldestFirst = { field: 'due_at', descending: false } as const;

/** What the operator sees of the product's emails: what is due, what holds it up, and what was given up. */
@ApiTags('admin')
@Controller('api/admin/mails')
@OnlyFor('admin')
export class MailsController {
  constructor(
    private readonly views: ReadStore,
    private readonly kinds: MailKinds,
    private readonly requests: MailRequests,
    private readonly failures: MailFailures,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Answers('Counts the emails that are due, and says what holds them up.', { 200: MailQueue })
  async queue(): Promise<MailQueue> {
    const waiting: WaitingMails[] = [{ kind: 'requested', ...(await this.requests.waiting()) }];
    for (const { kind, dueSince } of this.kinds.all()) {
      waiting.push({ kind, ...(await this.dueOf(kind, dueSince)) });
    }
    const { outage, single } = await this.failures.all();
    return { waiting: waiting.filter(({ count }) => count > 0), outage, failing: single };
  }

  @Get('undelivered')
  @Answers('Lists the emails that were given up.', { 200: UndeliveredPage })
  undelivered(@QueryParams(PageQuery) { limit, cursor }: PageQuery) {
    const find = { where: { kind: 'undelivered' }, sort: { ...oldestFirst, descending: true }, limit, cursor };
    return listPage<Undelivered, UndeliveredRow>(this.views, dueMails.name, find, ({ of }) => of);
  }

  private async dueOf(kind: string, dueSince: (now: number) => string | Promise<string>) {
    const now = this.clock.now();
    const range = { field: 'due_at', from: await dueSince(now.getTime()), to: now.toISOString() };
    const query = { where: { kind }, range };
    const { items } = await this.views.find<DueMail>(dueMails.name, { ...query, sort: oldestFirst, limit: 1 });
    const [first] = items;
    if (!first) return { count: 0, since: null };
    const since = dueMails.indexes.fields?.['due_at']?.(first.document) as string;
    return { count: await this.views.count(dueMails.name, query, taskCountMax), since };
  }
}
