import type { ContentPublishedData, ContentState } from '@tessera/domain/content/content';
import type { SaleStatus } from '@tessera/domain/content/own-content.view';
import { notFound } from '@tessera/domain/failures';
import { Refused } from '../kernel/refused.ts';

/** The item of a stream, on sale or not. @throws Refused when there is none. */
export const publishedItem = (state: ContentState): { item: ContentPublishedData; status: SaleStatus } => {
  if (state.status === 'none') throw new Refused(notFound());
  return { item: state.content, status: state.status === 'published' ? 'on_sale' : 'withdrawn' };
};
