import type { ContentState } from '@tessera/domain/content/content';
import type { OwnContent, SaleStatus } from '@tessera/domain/content/own-content.view';
import { notFound } from '@tessera/domain/failures';
import { v5 } from 'uuid';
import { Refused } from '../kernel/refused.ts';

const contentNamespace = '4f3c2a51-6f6e-4d0b-9a3a-9c5b7a1d2e10';

/** The id of the item made of an upload: one makes one, so that a repeated request publishes nothing twice. */
export const contentIdOf = (uploadId: string) => v5(uploadId, contentNamespace);

/** The item of a stream, on sale or not. @throws Refused when there is none. */
export const publishedItem = (
  state: ContentState,
): Pick<OwnContent, 'item' | 'measures'> & { readonly status: SaleStatus } => {
  if (state.status === 'none') throw new Refused(notFound());
  return {
    item: state.content,
    measures: state.measures,
    status: state.status === 'published' ? 'on_sale' : 'withdrawn',
  };
};
