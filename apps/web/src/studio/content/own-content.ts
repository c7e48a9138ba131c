import { useAtomValue } from 'jotai';
import type { SaleStatus } from '@tessera/domain/content/own-content.view';
import type { ContentRow } from '@tessera/domain/content/row';
import { userIdAtom } from '../../kernel/queries.ts';
import { useReading } from '../../kernel/use-reading.ts';

/** An item as its creator reads it: one that was withdrawn is still there. */
export type OwnItem = ContentRow & { readonly status: SaleStatus };

export type OwnContent =
  { readonly status: 'loading' | 'missing' | 'failed' } | { readonly status: 'loaded'; readonly item: OwnItem };

/** The signed-in creator's item of this id, read once; another creator's is as good as none. */
export const useOwnContent = (id: string): OwnContent => {
  const userId = useAtomValue(userIdAtom);
  const { reading } = useReading<OwnItem>(`/api/content/${encodeURIComponent(id)}`);
  if (reading.status === 'loading' || reading.status === 'failed') return { status: reading.status };
  // Everybody may read every item; only its creator has one to edit.
  const isOwn = reading.status === 'known' && reading.value.creator_id === userId;
  return isOwn ? { status: 'loaded', item: reading.value } : { status: 'missing' };
};
