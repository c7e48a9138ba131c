import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DisputePage, DisputeRow, DisputesQuery } from '@tessera/contract/money/refunds';
import { earning } from '@tessera/domain/earnings/earning';
import { noParts } from '@tessera/domain/earnings/parts';
import type { Parts } from '@tessera/domain/earnings/parts';
import { sanitizedName } from '@tessera/domain/licensing/agreements/agreement';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { wireMoney } from '@tessera/domain/money';
import type { Dispute } from '@tessera/domain/refunds/disputes.view';
import { QueryParams } from '../http/input/query-params.ts';
import { Answers } from '../http/description/answers.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { Streams } from '../kernel/commands/dispatch.ts';
import { listPage } from '../kernel/views/list-page.ts';
import { ReadStore } from '../kernel/views/port.ts';

/** Disputes, for the operator who answers the banks. */
@ApiTags('admin')
@Controller('api/admin/disputes')
@OnlyFor('admin')
export class AdminDisputesController {
  constructor(
    private readonly views: ReadStore,
    private readonly streams: Streams,
  ) {}

  @Get()
  @Answers('Lists disputes.', { 200: DisputePage })
  async list(@QueryParams(DisputesQuery) { standing = 'open', limit, cursor }: DisputesQuery): Promise<DisputePage> {
    const find = { where: { standing }, sort: { field: 'opened_at', descending: true }, limit, cursor };
    return listPage(this.views, 'disputes', find, (dispute: Dispute) => this.row(dispute));
  }

  private async row(dispute: Dispute): Promise<DisputeRow> {
    const { licenses, amount_cents, brand_id: _brand, ...told } = dispute;
    const [found, parts] = await Promise.all([
      Promise.all(licenses.map(({ license_id }) => this.views.get<License>('licenses', license_id))),
      Promise.all(licenses.map(({ license_id }) => this.parts(license_id, dispute.dispute_id))),
    ]);
    return {
      ...told,
      brand_name: sanitizedName(found[0]?.document.brand_name ?? ''),
      amount_money: wireMoney(amount_cents),
      licenses: licenses.map(({ license_id, amount_cents: cents }, index) => ({
        license_id,
        title: sanitizedName(found[index]?.document.item.title ?? ''),
        creator_name: sanitizedName(found[index]?.document.creator_name ?? ''),
        amount_money: wireMoney(cents),
        parts: parts[index] ?? noParts,
      })),
    };
  }

  /** A dispute that is only a warning took nothing. */
  private async parts(licenseId: string, disputeId: string): Promise<Parts> {
    const state = await this.streams.loadPublic(earning, licenseId);
    return (state.status === 'posted' && state.disputes[disputeId]?.parts) || noParts;
  }
}
