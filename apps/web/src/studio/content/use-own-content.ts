import { useAtomValue } from 'jotai';
import type { ContentDetails, ListedContent } from '@tessera/contract/content';
import { userIdAtom } from '../../kernel/reading/queries.ts';
import { useReading } from '../../kernel/reading/use-reading.ts';

export type OwnContent =
  | { readonly status: 'loading' | 'missing' | 'failed' }
  | { readonly status: 'loaded'; readonly item: ListedContent };

/** The signed-in creator's item of this id, read once; another creator's is as good as none. */
export const useOwnContent = (id: string): OwnContent => {
  const userId = useAtomValue(userIdAtom);
  const { reading } = useReading<ContentDetails>(`/api/content/${encodeURIComponent(id)}`);
  if (reading.status === 'loading' || reading.status === 'failed') return { status: reading.status };
  // Everyone may read every item; only its creator has one to edit.
  const isOwn = reading.status === 'known' && reading.value.creator_id === userId;
  return isOwn ? { status: 'loaded', item: reading.value } : { status: 'missing' };
};
