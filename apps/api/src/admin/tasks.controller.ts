import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminTasks } from '@tessera/contract/admin';
import type { TaskQueue } from '@tessera/contract/admin';
import { taskCountMax } from '@tessera/domain/admin/counts';
import type { PayoutAlert } from '@tessera/domain/payouts/promise/payout-alerts.view';
import { payoutAlertId } from '@tessera/domain/payouts/promise/payout-alert';
import { payoutAlerts } from '@tessera/domain/payouts/promise/payout-alerts.view';
import type { Referral } from '@tessera/domain/referrals/referral';
import type { Dispute } from '@tessera/domain/refunds/disputes.view';
import type { LicenseRefund } from '@tessera/domain/refunds/refunds.view';
import type { StoredReport } from '@tessera/domain/reports/reports.view';
import { Answers } from '../http/description/answers.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { ReadStore } from '../kernel/views/port.ts';

interface Queue<Document> {
  readonly view: string;
  /** The documents that wait. */
  readonly where: Readonly<Record<string, string>>;
  /** Sorts the one that has waited longest first. */
  readonly sort: string;
  readonly sinceOf: (document: Document) => string | null;
}

const refunds: Queue<LicenseRefund> = {
  view: 'refunds',
  where: { status: 'requested' },
  sort: 'changed_at',
  sinceOf: ({ requested_at }) => requested_at,
};
const returnedRefunds: Queue<LicenseRefund> = {
  ...refunds,
  where: { status: 'returned' },
  sinceOf: ({ changed_at }) => changed_at,
};
const disputes: Queue<Dispute> = {
  view: 'disputes',
  where: { standing: 'open' },
  sort: 'opened_at',
  sinceOf: ({ opened_at }) => opened_at,
};
const reports: Queue<StoredReport> = {
  view: 'reports',
  where: { status: 'open' },
  sort: 'reported_at',
  sinceOf: ({ reported_at }) => reported_at,
};
const referrals: Queue<Referral> = {
  view: 'referral-list',
  where: { status: 'pending' },
  sort: 'created_at',
  sinceOf: ({ created_at }) => created_at,
};

/** What waits for the operator, on all of the admin's pages together. */
@ApiTags('admin')
@Controller('api/admin/tasks')
@OnlyFor('admin')
export class TasksController {
  constructor(private readonly views: ReadStore) {}

  @Get()
  @Answers('Counts the tasks that wait for the operator.', { 200: AdminTasks })
  async list(): Promise<AdminTasks> {
    return {
      refunds: await this.tasks(refunds),
      returned_refunds: await this.tasks(returnedRefunds),
      disputes: await this.tasks(disputes),
      reports: await this.tasks(reports),
      referrals: await this.tasks(referrals),
      payouts: await this.urgentPayouts(),
    };
  }

  private async urgentPayouts(): Promise<TaskQueue> {
    const alert = (await this.views.get<PayoutAlert>(payoutAlerts.name, payoutAlertId))?.document;
    return { count: Math.min(alert?.creators ?? 0, taskCountMax), since: alert?.since ?? null };
  }

  private async tasks<Document>({ view, where, sort: field, sinceOf }: Queue<Document>): Promise<TaskQueue> {
    const { items } = await this.views.find<Document>(view, { where, sort: { field, descending: false }, limit: 1 });
    const [first] = items;
    if (!first) return { count: 0, since: null };
    return { count: await this.views.count(view, { where }, taskCountMax), since: sinceOf(first.document) };
  }
}
