import { Box, Flex, chakra } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { OwnContentRow } from '@tessera/contract/content';
import { formatUsd } from '@tessera/domain/money';
import { plural } from '../../kernel/plural.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Segments } from '../../ui/controls/segments.tsx';
import { ReadFailed } from '../../ui/table/list-states.tsx';
import { MediaTile, mediaOf } from '../../ui/media/media-tile.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { bestSellersAtom, readBestAtom } from './best-sellers.atoms.ts';
import type { BestSellersByOrder, SellingOrder } from './best-sellers.atoms.ts';
import { Heading, Panel } from '../../ui/layout/panel.tsx';

const orderTitles: Readonly<Record<SellingOrder, string>> = { licenses: 'Licenses', earnings: 'Earnings' };
const skeletonNames = ['first', 'second', 'third', 'fourth', 'fifth'];

const shareOf = (item: OwnContentRow, best: OwnContentRow, order: SellingOrder) =>
  order === 'licenses' ? item.licenses / best.licenses : item.gross_cents / best.gross_cents;

interface SellerProps {
  readonly item: OwnContentRow;
  readonly best: OwnContentRow;
  readonly order: SellingOrder;
}

const Seller = ({ item, best, order }: SellerProps) => (
  <chakra.li display="flex" gap="3" py="3" borderTopWidth="1px" borderColor="hairline" _first={{ borderTopWidth: 0 }}>
    <Box w="72px" flexShrink="0">
      <MediaTile {...mediaOf(item)} sizes="72px" alt="" />
    </Box>
    <Box flex="1" minW="0" alignSelf="center">
      <Flex justify="space-between" gap="3" align="baseline">
        <chakra.span
          asChild
          fontWeight="500"
          truncate
          color="ink"
          _hover={{ textDecoration: 'underline', textUnderlineOffset: '3px' }}
        >
          <Link to={`${paths.creator.dashboard}?${new URLSearchParams({ tab: 'content', search: item.title })}`}>
            {item.title}
          </Link>
        </chakra.span>
        <Box fontWeight="600" fontSize="sm" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
          {order === 'licenses' ? plural(item.licenses, 'license') : formatUsd(item.gross_cents)}
        </Box>
      </Flex>
      <Box fontSize="sm" color="ink.muted" fontVariantNumeric="tabular-nums" truncate>
        {order === 'licenses' ? formatUsd(item.gross_cents) : plural(item.licenses, 'license')}
        {' · '}you earn {formatUsd(item.net_cents)}
        {item.status === 'withdrawn' && ' · Withdrawn'}
      </Box>
      <Box h="3px" bg="sunken" borderRadius="full" mt="1.5" aria-hidden>
        <Box
          h="full"
          bg="accent"
          borderRadius="full"
          transformOrigin="0 0"
          transition="transform 180ms ease-out"
          style={{ transform: `scaleX(${shareOf(item, best, order)})` }}
        />
      </Box>
    </Box>
  </chakra.li>
);

const Ranking = ({ top }: { top: BestSellersByOrder }) => {
  const [order, setOrder] = useState<SellingOrder>('licenses');
  const items = top[order];
  const [best] = items;
  return (
    <>
      <Flex justify="space-between" align="center" gap="3" minH="36px" mb="1">
        <Heading id="best-sellers">Best sellers</Heading>
        {best && <Segments label="Ranked by" titles={orderTitles} value={order} onChange={setOrder} />}
      </Flex>
      {best ? (
        <chakra.ol listStyleType="none">
          {items.map((item) => (
            <Seller key={item.id} item={item} best={best} order={order} />
          ))}
        </chakra.ol>
      ) : (
        <NothingSold />
      )}
    </>
  );
};

const NothingSold = () => (
  <Box color="ink.muted">
    Nothing has been licensed yet. A clear title, a description and tags help brands find your work.
    <Box mt="4">
      <ButtonLink to={`${paths.creator.dashboard}?tab=content`} variant="secondary" size="sm">
        Review your content
      </ButtonLink>
    </Box>
  </Box>
);

const Loading = () => (
  <Box role="status" aria-label="Loading your best sellers" mt="2">
    {skeletonNames.map((name) => (
      <Flex key={name} gap="3" py="3">
        <Skeleton w="72px" h="54px" borderRadius="media" flexShrink="0" />
        <Box flex="1" alignSelf="center">
          <Skeleton h="4" w="70%" />
          <Skeleton h="3" w="45%" mt="2" />
        </Box>
      </Flex>
    ))}
  </Box>
);

/** The few items that sell or earn the most. The ranking updates with each sale. */
export const BestSellers = () => {
  const top = useAtomValue(bestSellersAtom);
  const { status, refetch } = useAtomValue(readBestAtom);
  return (
    <Panel aria-labelledby="best-sellers">
      {top ? <Ranking top={top} /> : <Heading id="best-sellers">Best sellers</Heading>}
      {status === 'pending' && <Loading />}
      {status === 'error' && !top && (
        <Box mt="3">
          <ReadFailed words="Your best sellers could not be loaded" onTryAgain={() => void refetch()} />
        </Box>
      )}
    </Panel>
  );
};
