import type { BrandFigures } from '@tessera/contract/dashboards';
import { Box } from '@chakra-ui/react';
import { licenseTypes } from '@tessera/domain/license-types';
import type { LicenseType } from '@tessera/domain/license-types';
import { formatUsd } from '@tessera/domain/money';
import { Figure } from '../../ui/facts/figure.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';

/** Short enough for a third of a phone's width. */
const names: Readonly<Record<LicenseType, string>> = {
  one_time: 'One-Time',
  six_month: '6-Month',
  perpetual: 'Perpetual',
};

/** Two rows on a phone, of two and three, so that the licenses themselves begin on the first screen. */
const columns = {
  display: 'grid',
  gridTemplateColumns: { base: 'repeat(6, minmax(0, 1fr))', md: 'minmax(0, 2fr) repeat(4, minmax(0, 1fr))' },
  gap: { base: '2', md: '3' },
} as const;
const wide = { base: 'span 3', md: 'auto' };
const narrow = { base: 'span 2', md: 'auto' };

/** Totals over all licenses, regardless of the filters below. */
export const VaultFigures = ({ figures }: { figures: BrandFigures | undefined }) =>
  figures ? (
    <Box {...columns}>
      <Box gridColumn={wide}>
        <Figure compact label="Total spent" value={figures.total_spent_cents} format={formatUsd} />
      </Box>
      <Box gridColumn={wide}>
        <Figure compact label="Creators" value={figures.creators} />
      </Box>
      {licenseTypes.map((type) => (
        <Box key={type} gridColumn={narrow}>
          <Figure compact label={names[type]} value={figures.by_type[type]} />
        </Box>
      ))}
    </Box>
  ) : (
    <Box {...columns} role="status" aria-label="Loading figures">
      {[wide, wide, narrow, narrow, narrow].map((column, place) => (
        <Skeleton key={place} gridColumn={column} h="65px" borderRadius="media" />
      ))}
    </Box>
  );
