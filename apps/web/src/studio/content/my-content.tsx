import { Box, Flex } from '@chakra-ui/react';
import { useSetAtom } from 'jotai';
import { RefreshCw } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { OwnContentRow } from '@tessera/contract/content';
import { countText } from '../../kernel/reading/paged-list.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { PagedRows } from '../../ui/table/paged-rows.tsx';
import { useAddressQuery } from '../../ui/table/use-address-query.ts';
import { usePagedList } from '../../ui/table/use-paged-list.ts';
import { ContentEntry, contentColumns } from './content-entry.tsx';
import { ContentFilters } from './content-filters.tsx';
import { addressOf, contentQueryOf, isFiltering } from './content-query.ts';
import { myContent, relistAtom } from './lists.atoms.ts';
import { UploadPrompt } from '../../uploads/public.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';

const NothingYet = () => (
  <UploadPrompt sentence="You haven’t uploaded any content yet. Your first photo or video could be licensed minutes from now." />
);

const NothingMatches = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    sentence="No items match. Try different words, or clear the filters to see everything."
    action={
      <Button variant="secondary" onClick={onClear}>
        Clear filters
      </Button>
    }
  />
);

export const MyContent = () => {
  const relist = useSetAtom(relistAtom);
  const { query, ask } = useAddressQuery(contentQueryOf, addressOf);
  const [withdrawing, setWithdrawing] = useState<OwnContentRow | null>(null);
  const shown = usePagedList(myContent, addressOf(query));
  const { status, reading, items, isOutdated } = shown.list;
  const change = useCallback(
    (item: OwnContentRow) => (item.status === 'on_sale' ? setWithdrawing(item) : void relist(item)),
    [relist],
  );
  const clear = () => {
    shown.focusHead();
    ask({ status: '', type: '', search: '' });
  };
  const isEmpty = status === 'loaded' && items.length === 0;
  const hasNoContent = isEmpty && !isOutdated && !isFiltering(query);
  return (
    <>
      <PagedRows
        {...shown}
        label="My content"
        caption="My content"
        noun={query.sort === 'newest' ? 'new item' : 'more item'}
        columns={contentColumns}
        Entry={ContentEntry}
        onAct={change}
        loading="Loading your content"
        failed="Error loading content"
        empty={hasNoContent ? <NothingYet /> : isEmpty && <NothingMatches onClear={clear} />}
      >
        {!hasNoContent && <ContentFilters query={query} onChange={ask} />}
        <Flex justify="space-between" align="center" gap="3" minH="36px">
          <Box role="status" color="ink.muted" fontSize="sm" fontVariantNumeric="tabular-nums">
            {countText(shown.list, 'item')}
          </Box>
          <Button variant="secondary" size="sm" disabled={reading === 'start'} onClick={() => void shown.refresh()}>
            <RefreshCw size={16} strokeWidth={1.5} aria-hidden /> {reading === 'start' ? 'Refreshing…' : 'Refresh'}
          </Button>
        </Flex>
      </PagedRows>
      {withdrawing && <WithdrawDialog item={withdrawing} onClose={() => setWithdrawing(null)} />}
    </>
  );
};
