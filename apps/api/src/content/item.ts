import { readableItem } from '@tessera/domain/content/content';
import type { ContentState } from '@tessera/domain/content/content';
import type { OwnContent, SaleStatus } from '@tessera/domain/content/own-content.view';
import { notFound } from '@tessera/domain/failures';
import { Refused } from '../kernel/refused.ts';

/** The item of a stream, on sale or withdrawn. @throws Refused when nothing was published */
export const publishedItem = (
  state: ContentState,
): Pick<OwnContent, 'item' | 'measures'> & { readonly status: SaleStatus } => {
  if (state.status === 'none') throw new Refused(notFound());
  return {
    item: readableItem(state.content),
    measures: state.measures,
    status: state.status === 'published' ? 'on_sale' : 'withdrawn',
  };
};
