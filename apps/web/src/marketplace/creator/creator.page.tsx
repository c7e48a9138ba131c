import { Box, chakra } from '@chakra-ui/react';
import type { MarketplacePage } from '@tessera/contract/content';
import type { PublicCreatorPage } from '@tessera/contract/accounts/profile';
import { useAtomValue } from 'jotai';
import { atomWithInfiniteQuery } from 'jotai-tanstack-query';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { CreatorHeading } from '../../accounts/public.ts';
import { queries } from '../../kernel/reading/queries.ts';
import { useReading } from '../../kernel/reading/use-reading.ts';
import { get } from '../../kernel/send.ts';
import { NotFoundPage } from '../../shell/public.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { ReadFailed } from '../../ui/table/list-states.tsx';
import { ItemWall } from '../item/item-tiles.tsx';

const pageItems = 24;

const readWorks = (creatorId: string, cursor: string | null) => {
  const query = new URLSearchParams({ creator: creatorId, limit: String(pageItems), ...(cursor && { cursor }) });
  return get<MarketplacePage>(`/api/marketplace?${query}`);
};

/** A creator's items, newest first. */
const useWorks = (creatorId: string) => {
  const worksAtom = useMemo(
    () =>
      atomWithInfiniteQuery(
        () => ({
          queryKey: ['works', creatorId],
          queryFn: ({ pageParam }) => readWorks(creatorId, pageParam),
          initialPageParam: null as string | null,
          getNextPageParam: ({ next_cursor }) => next_cursor,
        }),
        () => queries,
      ),
    [creatorId],
  );
  return useAtomValue(worksAtom);
};

const Works = ({ creatorId, name }: { creatorId: string; name: string }) => {
  const { data, isError, hasNextPage, isFetching, refetch, fetchNextPage } = useWorks(creatorId);
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const retry = () => void (data ? fetchNextPage() : refetch());
  return (
    <chakra.section aria-label={`Work by ${name}`} display="grid" gap="8" justifyItems="stretch">
      {items.length > 0 && <ItemWall items={items} />}
      {!data && !isError && <Skeleton h="80" role="status" aria-label="Loading work" />}
      {data && items.length === 0 && <EmptyState sentence={`${name} has nothing for sale right now.`} />}
      {isError && <ReadFailed words="The work could not be loaded" onTryAgain={retry} />}
      {hasNextPage && !isError && (
        <Button variant="secondary" justifySelf="center" disabled={isFetching} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </chakra.section>
  );
};

const Creator = ({ creator }: { creator: PublicCreatorPage }) => {
  const { creator_id, name, handle } = creator;
  return (
    <Page title={`${name} (@${handle})`}>
      <Box as="header" mb={{ base: '8', md: '12' }}>
        <CreatorHeading {...creator} nameIs="h1" />
      </Box>
      <Works creatorId={creator_id} name={name} />
    </Page>
  );
};

const Loading = () => (
  <Box role="status" aria-label="Loading the creator’s page" display="grid" gap="8">
    <Skeleton h="14" maxW="prose" />
    <Skeleton h="80" />
  </Box>
);

const CreatorByHandle = ({ handle }: { handle: string }) => {
  const { reading, retry } = useReading<PublicCreatorPage>(`/api/creators/${encodeURIComponent(handle)}`, {
    of: 'everybody',
  });
  if (reading.status === 'known') return <Creator creator={reading.value} />;
  if (reading.status === 'unknown') return <NotFoundPage />;
  return (
    <Page title="Creator">
      {reading.status === 'loading' ? (
        <Loading />
      ) : (
        <ReadFailed words="This page could not be loaded" onTryAgain={retry} />
      )}
    </Page>
  );
};

/** A creator's public page: their profile and everything they sell. */
export const CreatorPage = () => {
  const { at = '' } = useParams();
  return at.startsWith('@') ? <CreatorByHandle key={at} handle={at.slice(1)} /> : <NotFoundPage />;
};

export { CreatorPage as Component };
