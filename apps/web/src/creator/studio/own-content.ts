import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import type { ContentDetails, ListedContent } from '@tessera/contract/content';
import { ApiError, get } from '../../kernel/send.ts';
import { sessionAtom } from '../../kernel/session.ts';

export type OwnContent =
  { readonly status: 'loading' | 'missing' | 'failed' } | { readonly status: 'loaded'; readonly item: ListedContent };

const notFoundStatus = 404;

const read = async (id: string, userId: string | undefined): Promise<OwnContent> => {
  try {
    const item = await get<ContentDetails>(`/api/content/${encodeURIComponent(id)}`);
    // Everybody may read every item; only its creator has one to edit.
    return item.creator_id === userId ? { status: 'loaded', item } : { status: 'missing' };
  } catch (error) {
    return { status: error instanceof ApiError && error.status === notFoundStatus ? 'missing' : 'failed' };
  }
};

/** The signed-in creator's item of this id, read once; another creator's is as good as none. */
export const useOwnContent = (id: string): OwnContent => {
  const userId = useAtomValue(sessionAtom)?.userId;
  const [content, setContent] = useState<OwnContent>({ status: 'loading' });
  useEffect(() => {
    let asked = true;
    setContent({ status: 'loading' });
    void read(id, userId).then((answer) => {
      if (asked) setContent(answer);
    });
    return () => {
      asked = false;
    };
  }, [id, userId]);
  return content;
};
