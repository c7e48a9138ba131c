import { Injectable } from '@nestjs/common';
import type { BrandOwnData, CreatorOwnData, OwnData } from '@tessera/contract/accounts/account';
import type { OpenBrand, OpenCreator } from '@tessera/domain/accounts/account';
import { boards } from '@tessera/domain/boards/board';
import { content } from '@tessera/domain/content/content';
import { ownContentRow } from '@tessera/domain/content/own-content.view';
import type { OwnContent } from '@tessera/domain/content/own-content.view';
import type { Reward } from '@tessera/domain/earnings/rewards.view';
import { streamOf } from '@tessera/domain/kernel/decider';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { licenseFacts } from '@tessera/contract/licenses';
import { order } from '@tessera/domain/ordering/order';
import { refund } from '@tessera/domain/refunds/refund';
import type { LicenseRefund } from '@tessera/domain/refunds/refunds.view';
import { referral } from '@tessera/domain/referrals/referral';
import type { Referral } from '@tessera/domain/referrals/referral';
import { referralCode } from '@tessera/domain/referrals/referral-code';
import type { ReferralCodes } from '@tessera/domain/referrals/referral-codes.view';
import { report } from '@tessera/domain/reports/report';
import type { StoredReport } from '@tessera/domain/reports/reports.view';
import { OwnBoards } from '../../boards/public.ts';
import { documentOf, everyDocument } from '../../kernel/views/every-document.ts';
import { ReadStore } from '../../kernel/views/port.ts';
import { ReferralRows } from '../../referrals/public.ts';

/** What an account did here, from the views, and the streams of the log that have the events. */
export interface Business {
  readonly rows: Omit<CreatorOwnData, keyof OwnData> | Omit<BrandOwnData, keyof OwnData>;
  readonly streams: readonly string[];
}

/** Collects what a creator or brand did here. */
@Injectable()
export class BusinessExport {
  constructor(
    private readonly views: ReadStore,
    private readonly referrals: ReferralRows,
    private readonly boards: OwnBoards,
  ) {}

  async of(state: OpenCreator | OpenBrand): Promise<Business> {
    const own = state.role === 'creator' ? await this.ofCreator(state.account_id) : await this.ofBrand(state);
    const reports = await this.all<StoredReport>('reports', { reporter_id: state.account_id }, 'reported_at');
    const reported = new Set(reports.map(({ stream_id }) => streamOf(report, stream_id)));
    return { ...own, streams: [...own.streams, ...reported] };
  }

  private async ofCreator(id: string): Promise<Business> {
    const items = await this.all<OwnContent>('own-content', { creator_id: id });
    const sold = await this.all<License>('licenses', { creator_id: id });
    const referred = await this.all<Referral>('referral-list', { referrer_id: id });
    const rewards = await this.all<Reward>('rewards', { referrer_id: id }, 'earned_at');
    const codes = (await documentOf<ReferralCodes>(this.views, 'referral-codes', id))?.codes ?? [];
    return {
      rows: {
        content: items.map(ownContentRow),
        licenses_sold: sold.map(withAgreement),
        earnings: await documentOf(this.views, 'creator-dashboard', id),
        balance: await documentOf(this.views, 'creator-ledger', id),
        referral_codes: codes,
        referrals: await Promise.all(referred.map((document) => this.referrals.of(document))),
        rewards,
      },
      streams: [
        ...items.map(({ item }) => streamOf(content, item.content_id)),
        ...codes.map(({ code }) => streamOf(referralCode, code)),
        streamOf(referral, id),
      ],
    };
  }

  private async ofBrand({ account_id: id, billing }: OpenBrand): Promise<Business> {
    const bought = await this.all<License>('licenses', { brand_id: id });
    const refunds = await this.all<LicenseRefund>('refunds', { brand_id: id }, 'changed_at');
    return {
      rows: {
        licenses: bought.map(withAgreement),
        billing,
        figures: await documentOf(this.views, 'brand-licenses', id),
        boards: (await this.boards.of(id)).boards,
      },
      streams: [
        streamOf(boards, id),
        ...new Set(bought.map(({ order_id }) => streamOf(order, order_id))),
        ...refunds.map(({ license_id }) => streamOf(refund, license_id)),
      ],
    };
  }

  private async all<Document>(view: string, where: Readonly<Record<string, string>>, field = 'created_at') {
    const documents: Document[] = [];
    const sort = { field, descending: false };
    for await (const { document } of everyDocument<Document>(this.views, view, { where, sort }))
      documents.push(document);
    return documents;
  }
}

const withAgreement = (license: License) => ({ ...licenseFacts(license), agreement: license.agreement });
