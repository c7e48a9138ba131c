import { useAtomValue, useSetAtom } from 'jotai';
import { useCallback, useEffect } from 'react';
import type { pagedList } from '../../kernel/reading/paged-list.ts';
import { useListHead } from './use-list-head.ts';

/**
 * The rows that match `query`, and the actions of the buttons around them. The rows are read when the list is opened;
 * with `after`, they are read even if they are cached, and include everything up to that position of the log.
 */
export const usePagedList = <Row extends { readonly id: string }>(
  { listAtom, openAtom, refreshAtom, moreAtom }: ReturnType<typeof pagedList<Row>>,
  query: string,
  after?: number,
) => {
  const open = useSetAtom(openAtom);
  const refresh = useSetAtom(refreshAtom);
  const more = useSetAtom(moreAtom);
  useEffect(() => void open(query, after), [open, query, after]);
  const readMore = useCallback(() => void more(), [more]);
  return { list: useAtomValue(listAtom), refresh, readMore, ...useListHead(refresh) };
};
