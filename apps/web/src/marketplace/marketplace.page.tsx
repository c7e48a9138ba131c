import { Box, VisuallyHidden } from '@chakra-ui/react';
import { useAtomValue, useSetAtom } from 'jotai';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page, PageHeading } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { Filter } from './filter.ts';
import { Filters } from './filters.tsx';
import { ItemCard } from './item-card.tsx';
import { followMarketplaceAtom, showAtom, showMoreAtom, wallAtom } from './marketplace.atoms.ts';

const skeletonCards = 6;
const columns = { base: '1fr', md: 'repeat(2, minmax(0, 1fr))', xl: 'repeat(3, minmax(0, 1fr))' };

const useFilter = () => {
  const [query, setQuery] = useSearchParams();
  const search = query.get('search') ?? '';
  const tag = query.get('tag') ?? '';
  const filter = useMemo(() => ({ search, tag }), [search, tag]);
  const change = useCallback(
    (next: Filter) => {
      const entries = Object.entries(next).filter(([, value]) => value !== '');
      setQuery(new URLSearchParams(entries), { replace: true, preventScrollReset: true });
    },
    [setQuery],
  );
  return { filter, change };
};

const Loading = () => (
  <Box role="status" display="grid" gridTemplateColumns={columns} columnGap="6" rowGap="10">
    <VisuallyHidden>Loading content</VisuallyHidden>
    {Array.from({ length: skeletonCards }, (_, index) => (
      <Box key={index} display="grid" gap="3">
        <Skeleton aspectRatio="4 / 3" borderRadius="media" />
        <Skeleton h="5" w="60%" />
        <Skeleton h="10" />
        <Skeleton h="11" />
        <Skeleton h="11" />
      </Box>
    ))}
  </Box>
);

const More = () => {
  const showMore = useSetAtom(showMoreAtom);
  const { readingMore } = useAtomValue(wallAtom);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && void showMore(), {
      rootMargin: '600px',
    });
    if (end.current) seen.observe(end.current);
    return () => seen.disconnect();
  }, [showMore]);
  return (
    <Box ref={end} display="grid" placeItems="center" pt="10">
      <Button variant="secondary" loading={readingMore} loadingText="Loading more…" onClick={() => void showMore()}>
        Load more
      </Button>
    </Box>
  );
};

const News = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <Box
    position="sticky"
    top="20"
    zIndex={10}
    h="0"
    display="flex"
    justifyContent="center"
    alignItems="flex-start"
    role="status"
  >
    {count > 0 && (
      <Button size="sm" borderRadius="full" boxShadow="raised" onClick={onShow}>
        {count} new
      </Button>
    )}
  </Box>
);

const SamplesNote = ({ failed, onRetry }: { failed: boolean; onRetry: () => void }) => (
  <Box
    role={failed ? 'alert' : 'note'}
    display="flex"
    flexWrap="wrap"
    alignItems="center"
    gap="3"
    bg="waiting.tint"
    color="waiting"
    borderRadius="control"
    px="4"
    py="3"
    mb="6"
    fontSize="sm"
  >
    <Box flex="1" minW="60">
      {failed
        ? 'The marketplace could not be loaded. These are samples and can’t be licensed.'
        : 'Nothing has been published yet. These are samples and can’t be licensed.'}
    </Box>
    {failed && (
      <Button size="sm" variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    )}
  </Box>
);

/** The wall of everything that can be licensed. */
export const MarketplacePage = () => {
  const { filter, change } = useFilter();
  const wall = useAtomValue(wallAtom);
  const show = useSetAtom(showAtom);
  const follow = useSetAtom(followMarketplaceAtom);
  useEffect(() => void show(filter), [show, filter]);
  useEffect(() => follow(), [follow]);
  const again = () => void show(filter, { again: true });
  const areSamples = wall.items.some((item) => item.sample);
  return (
    <Page title="Content Marketplace">
      <PageHeading intro="Photos and videos by independent creators. Licence terms and price are shown on each piece of content.">
        Content Marketplace
      </PageHeading>
      <Filters filter={filter} tags={wall.tags} onChange={change} />
      <Box mt="8">
        <News count={wall.news.length} onShow={again} />
        {(areSamples || wall.status === 'failed') && <SamplesNote failed={wall.status === 'failed'} onRetry={again} />}
        {wall.status === 'loading' && <Loading />}
        {wall.status !== 'loading' && wall.items.length === 0 && (
          <EmptyState
            sentence="No content found matching your criteria."
            action={
              <Button variant="secondary" onClick={() => change({ search: '', tag: '' })}>
                Clear filters
              </Button>
            }
          />
        )}
        <Box display="grid" gridTemplateColumns={columns} columnGap="6" rowGap="10">
          {wall.items.map((item) => (
            <ItemCard key={item.id} item={item} gone={wall.gone.has(item.id)} />
          ))}
        </Box>
        {wall.nextCursor && <More key={wall.items.length} />}
      </Box>
    </Page>
  );
};
