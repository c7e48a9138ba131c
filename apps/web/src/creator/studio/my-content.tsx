import { Box, Flex, Stack } from '@chakra-ui/react';
import { useAtomValue, useSetAtom } from 'jotai';
import { RefreshCw } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { OwnContentRow } from '@tessera/contract/content';
import { countOf } from '../../kernel/paged-list.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { NewsPill, ReadFailed } from '../../ui/table/list-states.tsx';
import { PagedRows } from '../../ui/table/paged-rows.tsx';
import { useListHead } from '../../ui/table/use-list-head.ts';
import { ContentEntry, contentColumns } from './content-entry.tsx';
import { ContentFilters } from './content-filters.tsx';
import { addressOf, contentQueryOf, isFiltering } from './content-query.ts';
import type { ContentQuery } from './content-query.ts';
import { myContent, relistAtom } from './lists.atoms.ts';
import { UploadFirst } from '../upload/upload-first.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

const NothingMatches = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    sentence="No item matches. Try other words, or look at everything you have."
    action={
      <Button variant="secondary" onClick={onClear}>
        Clear filters
      </Button>
    }
  />
);

/** What the address asks for, and how to ask for something else without another step of Back. */
const useContentQuery = () => {
  const [address, setAddress] = useSearchParams();
  const query = contentQueryOf(address);
  const ask = (next: ContentQuery) => {
    const kept = [...address].filter(([name]) => name === 'tab');
    setAddress([...kept, ...new URLSearchParams(addressOf(next))], { replace: true, preventScrollReset: true });
  };
  return { query, ask };
};

export const MyContent = () => {
  const list = useAtomValue(myContent.listAtom);
  const read = useSetAtom(myContent.readAtom);
  const relist = useSetAtom(relistAtom);
  const { query, ask } = useContentQuery();
  const [leaving, setLeaving] = useState<OwnContentRow | null>(null);
  const asked = addressOf(query);
  const { status, reading, items, news } = list;
  useEffect(() => void read('open', asked), [read, asked]);
  const readMore = useCallback(() => void read('more'), [read]);
  const change = useCallback(
    (item: OwnContentRow) => (item.status === 'on_sale' ? setLeaving(item) : void relist(item)),
    [relist],
  );
  const { head, focusHead, readAgain, showNews } = useListHead(() => read('start'));
  const clear = () => {
    focusHead();
    ask({ ...query, status: '', type: '', search: '' });
  };
  const isEmpty = status === 'loaded' && items.length === 0 && reading !== 'open';
  const isBare = isEmpty && !isFiltering(query);
  return (
    <Stack gap="4" ref={head} tabIndex={-1} outline="0" scrollMarginTop="120px" aria-label="My content" role="group">
      {!isBare && <ContentFilters query={query} onChange={ask} />}
      <Flex justify="space-between" align="center" gap="3" minH="36px">
        <Box role="status" color="ink.muted" fontSize="sm" fontVariantNumeric="tabular-nums">
          {countOf(list, 'item')}
        </Box>
        <Button variant="secondary" size="sm" disabled={reading === 'start'} onClick={() => void read('start')}>
          <RefreshCw size={16} strokeWidth={1.5} aria-hidden /> {reading === 'start' ? 'Refreshing…' : 'Refresh'}
        </Button>
      </Flex>
      <NewsPill count={news.length} noun={query.sort === 'newest' ? 'new item' : 'more item'} onShow={showNews} />
      {status === 'failed' && <ReadFailed words="Error loading content" onTryAgain={readAgain} />}
      {isBare && (
        <UploadFirst sentence="You haven’t uploaded any content yet. Your first photo or video can be licensed minutes from now." />
      )}
      {isEmpty && !isBare && <NothingMatches onClear={clear} />}
      <PagedRows
        list={list}
        caption="My content"
        columns={contentColumns}
        Entry={ContentEntry}
        onAct={change}
        loading="Loading your content"
        failed="Error loading content"
        onMore={readMore}
      />
      {leaving && <WithdrawDialog item={leaving} onClose={() => setLeaving(null)} />}
    </Stack>
  );
};
