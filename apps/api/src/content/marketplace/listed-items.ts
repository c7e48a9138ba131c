import type { ItemForSale } from '@tessera/domain/content/marketplace.view';
import { contentRow } from '@tessera/domain/content/row';
import type { CreatorNames } from '../../accounts/public.ts';

/** Returns the items as lists show them, with their creators' current names. */
export const listedItemsOf = async (items: readonly ItemForSale[], creators: CreatorNames) => {
  const names = await creators.ofAll(items.map(({ creator_id }) => creator_id));
  return items.map((item) => ({
    ...contentRow(item, item.measures),
    creator_name: names.get(item.creator_id) ?? null,
  }));
};
