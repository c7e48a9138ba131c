import { Box, Flex, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { Sale } from '@tessera/domain/earnings/creator-dashboard.view';
import { formatUsd } from '@tessera/domain/money';
import { formatExactly } from '../../kernel/dates.ts';
import { MediaTile, thumbnailWidths } from '../../ui/media/media-tile.tsx';
import { formatWhen, licenseNouns } from '../words.ts';

const SaleEntry = ({ sale, now, arrived }: { sale: Sale; now: number; arrived: boolean }) => (
  <chakra.li
    display="flex"
    gap="3"
    py="3"
    px="2"
    mx="-2"
    borderTopWidth="1px"
    borderColor="hairline"
    _first={{ borderTopWidth: 0 }}
    animation={arrived ? 'live-tint 600ms ease-out' : undefined}
  >
    <Box w="72px" flexShrink="0">
      <MediaTile media={sale.media_url} type="image" widths={thumbnailWidths} sizes="72px" alt="" />
    </Box>
    <Box flex="1" minW="0">
      <Flex justify="space-between" gap="3" align="baseline">
        <Box fontWeight="500" truncate>
          {sale.title}
        </Box>
        <chakra.time
          dateTime={sale.sold_at}
          title={formatExactly(sale.sold_at)}
          fontSize="xs"
          color="ink.muted"
          whiteSpace="nowrap"
          fontVariantNumeric="tabular-nums"
        >
          {formatWhen(sale.sold_at, now)}
        </chakra.time>
      </Flex>
      <Box fontSize="sm" color="ink.muted" fontVariantNumeric="tabular-nums">
        {licenseNouns[sale.license_type]} to {sale.brand_name} for {formatUsd(sale.price_cents)} ·{' '}
        <Box as="span" color="positive" fontWeight="500" whiteSpace="nowrap">
          you earn {formatUsd(sale.net_cents)}
        </Box>
      </Box>
    </Box>
  </chakra.li>
);

/** The latest sales, newest first. What arrives while one looks on is tinted for a moment. */
export const SalesFeed = ({ sales, now, limit }: { sales: readonly Sale[]; now: number; limit: number }) => {
  const [seenFirst] = useState(() => new Set(sales.map((sale) => sale.license_id)));
  if (sales.length === 0) {
    return <Box color="ink.muted">Your sales appear here the moment a brand licenses something.</Box>;
  }
  return (
    <chakra.ol listStyleType="none" aria-live="polite" aria-relevant="additions">
      {sales.slice(0, limit).map((sale) => (
        <SaleEntry key={sale.license_id} sale={sale} now={now} arrived={!seenFirst.has(sale.license_id)} />
      ))}
    </chakra.ol>
  );
};
