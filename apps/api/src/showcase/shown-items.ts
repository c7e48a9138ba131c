import { Injectable } from '@nestjs/common';
import { marketplace } from '@tessera/domain/content/marketplace.view';
import type { ItemForSale } from '@tessera/domain/content/marketplace.view';
import { showcaseAgeMs, showcaseOf } from '@tessera/domain/showcase/choice';
import { showcaseItemsMax } from '@tessera/domain/showcase/showcase';
import { showcaseItems } from '@tessera/domain/showcase/showcase.view';
import type { ShowcaseItem } from '@tessera/domain/showcase/showcase.view';
import { Clock } from '../kernel/clock.ts';
import { ReadStore } from '../kernel/views/port.ts';

/** How many of the newest photos are considered, of those that are old enough and of those of a new shop. */
const consideredMax = 200;
const newestFirst = { field: 'created_at', descending: true } as const;

/** Reads what the home page shows. */
@Injectable()
export class ShownItems {
  constructor(
    private readonly views: ReadStore,
    private readonly clock: Clock,
  ) {}

  async now(): Promise<readonly ItemForSale[]> {
    const nowMs = this.clock.now().getTime();
    const [ids, old] = await Promise.all([
      this.pinnedIds(),
      this.photos({ range: { field: 'created_at', to: new Date(nowMs - showcaseAgeMs).toISOString() } }),
    ]);
    const forSale = await Promise.all(ids.map((id) => this.views.get<ItemForSale>(marketplace.name, id)));
    const pinned = forSale.flatMap((stored) => stored?.document ?? []);
    const shown = await this.choose(pinned, old, nowMs);
    return shown.length > 0 ? shown : this.choose(pinned, await this.photos({}), nowMs);
  }

  /** The newest pin comes first. */
  async pinnedIds(): Promise<readonly string[]> {
    const { items } = await this.views.find<ShowcaseItem>(showcaseItems.name, {
      where: { pinned: 1 },
      sort: { field: 'pinned_at', descending: true },
      limit: showcaseItemsMax,
    });
    return items.map(({ key }) => key);
  }

  /** Chooses until none of the chosen ones is reported, so that few items are looked up. */
  private async choose(pinned: readonly ItemForSale[], others: readonly ItemForSale[], nowMs: number) {
    const reported = new Set<string>();
    for (;;) {
      const chosen = showcaseOf({ pinned, others, reported }, nowMs);
      const left = chosen.filter((item) => !pinned.includes(item));
      const found = await Promise.all(
        left.map(({ content_id }) => this.views.get<ShowcaseItem>(showcaseItems.name, content_id)),
      );
      const out = found.flatMap((stored) => (stored && stored.document.open_reports > 0 ? stored.key : []));
      if (out.length === 0) return chosen;
      for (const id of out) reported.add(id);
    }
  }

  private async photos(query: { readonly range?: { readonly field: string; readonly to: string } }) {
    const { items } = await this.views.find<ItemForSale>(marketplace.name, {
      ...query,
      where: { media_type: 'image' },
      sort: newestFirst,
      limit: consideredMax,
    });
    return items.map(({ document }) => document);
  }
}
