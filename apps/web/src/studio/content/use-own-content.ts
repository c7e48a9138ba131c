import { useAtomValue } from 'jotai';
import type { ContentDetails, ListedContent } from '@tessera/contract/content';
import { userIdAtom } from '../../kernel/reading/queries.ts';
import { useReading } from '../../kernel/reading/use-reading.ts';

export type OwnContent =
  | { readonly status: 'loading' | 'missing' | 'failed' }
  | { readonly status: 'loaded'; readonly item: ListedContent };

/** Loads the signed-in creator's item with this id, once; another creator's item counts as missing. */
export const useOwnContent = (id: string): OwnContent => {
  const userId = useAtomValue(userIdAtom);
  const { reading } = useReading<ContentDetails>(`/api/content/${encodeURIComponent(id)}`);
  if (reading.status === 'loading' || reading.status === 'failed') return { status: reading.status };
  // Anyone can read an item, but only its creator may edit it.
  const isOwn = reading.status === 'known' && reading.value.creator_id === userId;
  return isOwn ? { status: 'loaded', item: reading.value } : { status: 'missing' };
};
