import { Injectable } from '@nestjs/common';
import { account } from '@tessera/domain/accounts/account';
import type { OpenCreator } from '@tessera/domain/accounts/account';
import { creatorNameOf } from '@tessera/domain/accounts/profile/profile';
import { content, isForSale } from '@tessera/domain/content/content';
import { saleFactsOf } from '@tessera/domain/declaration';
import type { License } from '@tessera/domain/licensing/licenses.view';
import type { CapturePayment } from '@tessera/domain/ordering/order';
import type { ItemFacts, OrderLine, RequestedLine } from '@tessera/domain/ordering/order-line';
import type { PaymentFacts } from '@tessera/domain/ordering/prices';
import { referral } from '@tessera/domain/referrals/referral';
import { refund } from '@tessera/domain/refunds/refund';
import { Clock } from '../kernel/clock.ts';
import { Streams } from '../kernel/commands/dispatch.ts';
import { ReadStore } from '../kernel/views/port.ts';

/** What a payment needs to know about the creators and referrers who get a part of it. */
export type PeopleFacts = Pick<CapturePayment, 'creatorNames' | 'goneReferrers'>;

/** What the server knows about the items of a cart or an order. It reads streams, not views, so that prices are never stale. */
@Injectable()
export class PlaceOrderFacts {
  constructor(
    private readonly streams: Streams,
    private readonly views: ReadStore,
    private readonly clock: Clock,
  ) {}

  async brandName(brandId: string): Promise<string | null> {
    const state = await this.streams.loadPublic(account, brandId);
    return state.status === 'open' && state.role === 'brand' ? state.details.brand_name : null;
  }

  async isDeleted(accountId: string): Promise<boolean> {
    return (await this.streams.loadPublic(account, accountId)).status === 'deleted';
  }

  /** The facts when a payment starts: an item may have left the market since the order was placed. */
  async ofPayment(lines: readonly OrderLine[]): Promise<PaymentFacts> {
    const basis = lines.find((line) => line.basis)?.basis;
    const [items, license] = await Promise.all([
      this.items(lines.map(({ item }) => item)),
      basis ? this.license(basis.license_id) : null,
    ]);
    return { items, license };
  }

  /**
   * A license as renewals and upgrades need it. Nothing about it changes except by a refund, so the view is never too old;
   * refunds are read from the stream, and a full refund that is under way counts as done.
   */
  async license(id: string): Promise<License | null> {
    const [stored, state] = await Promise.all([
      this.views.get<License>('licenses', id),
      this.streams.loadPublic(refund, id),
    ]);
    if (!stored) return null;
    const { document } = stored;
    const isWhole = state.refunded_cents + (state.started?.amount_cents ?? 0) >= document.price_cents;
    return isWhole ? { ...document, refunded_at: document.refunded_at ?? this.clock.now().toISOString() } : document;
  }

  async items(lines: readonly Pick<RequestedLine, 'content_id'>[]): Promise<ReadonlyMap<string, ItemFacts>> {
    const ids = [...new Set(lines.map((line) => line.content_id))];
    const found = await Promise.all(ids.map(async (id) => [id, await this.item(id)] as const));
    return new Map(found.flatMap(([id, facts]) => (facts ? [[id, facts] as const] : [])));
  }

  /** Read before money is requested: names need the keys of personal data, and nothing may be missing afterward. */
  async people(lines: readonly OrderLine[]): Promise<PeopleFacts> {
    const creatorNames = new Map<string, string>();
    for (const id of new Set(lines.map(({ creator_id }) => creator_id))) {
      const { state } = await this.streams.load(account, id);
      creatorNames.set(id, creatorNameOf(state));
    }
    const goneReferrers = new Set<string>();
    for (const id of new Set(lines.flatMap(({ referrer_id }) => referrer_id ?? []))) {
      if (await this.isDeleted(id)) goneReferrers.add(id);
    }
    return { creatorNames, goneReferrers };
  }

  async item(contentId: string): Promise<ItemFacts | null> {
    // With the keys, so that a license can name its item.
    const { state } = await this.streams.load(content, contentId);
    if (!isForSale(state)) return null;
    const { content_id, title, description, media, creator_id, offers } = state.content;
    const { media_url, media_type } = media;
    const creator = await this.streams.loadPublic(account, creator_id);
    const known = creator.status === 'open' && creator.role === 'creator' ? creator : null;
    return {
      item: { content_id, title, description, media_url, media_type, declared: saleFactsOf(state.content) },
      creator_id,
      hasCreator: known !== null,
      referrer_id: known && (await this.referrerOf(known)),
      offers,
    };
  }

  /** Who is rewarded for a creator's sales now. */
  private async referrerOf({ account_id, referrer_id, referral_was_held }: OpenCreator): Promise<string | null> {
    if (!referral_was_held) return referrer_id;
    const state = await this.streams.loadPublic(referral, account_id);
    return state.status === 'completed' ? state.referrer_id : null;
  }
}
