import { Injectable } from '@nestjs/common';
import { account } from '@tessera/domain/accounts/account';
import { content } from '@tessera/domain/content/content';
import type { ItemFacts, RequestedLine } from '@tessera/domain/ordering/order-line';
import { Streams } from '../kernel/dispatch.ts';

/** What the server knows of the items of a cart. It reads the streams, not a view, so that a price is never stale. */
@Injectable()
export class PlaceOrderFacts {
  constructor(private readonly streams: Streams) {}

  async brandName(brandId: string): Promise<string | null> {
    const state = await this.streams.loadPublic(account, brandId);
    return state.status === 'open' && state.role === 'brand' ? state.details.brand_name : null;
  }

  async items(lines: readonly RequestedLine[]): Promise<ReadonlyMap<string, ItemFacts>> {
    const ids = [...new Set(lines.map((line) => line.content_id))];
    const found = await Promise.all(ids.map(async (id) => [id, await this.item(id)] as const));
    return new Map(found.flatMap(([id, facts]) => (facts ? [[id, facts] as const] : [])));
  }

  async item(contentId: string): Promise<ItemFacts | null> {
    const state = await this.streams.loadPublic(content, contentId);
    if (state.status !== 'published') return null;
    const { content_id, title, description, media, creator_id, offers } = state.content;
    const creator = await this.streams.loadPublic(account, creator_id);
    const known = creator.status === 'open' && creator.role === 'creator' ? creator : null;
    return {
      item: { content_id, title, description, media_url: media.media_url, media_type: media.media_type },
      creator_id,
      creatorIsHere: known !== null,
      referrer_id: known?.referrer_id ?? null,
      offers,
    };
  }
}
