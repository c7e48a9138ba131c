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

const gap = { base: '2', md: '3' } as const;
/** Two rows on a phone, of two and three, so that the licenses themselves begin on the first screen. */
const columns = {
  display: 'grid',
  gridTemplateColumns: { base: 'repeat(6, minmax(0, 1fr))', md: 'minmax(0, 2fr) repeat(4, minmax(0, 1fr))' },
  gap,
} as const;
const wide = { base: 'span 3', md: 'auto' };
const narrow = { base: 'span 2', md: 'auto' };
/** With what was refunded, two rows of three until all six labels fit into one. */
const columnsWithRefunds = {
  display: 'grid',
  gridTemplateColumns: { base: 'repeat(3, minmax(0, 1fr))', xl: 'repeat(6, minmax(0, 1fr))' },
  gap,
} as const;

const Figures = ({ figures }: { figures: BrandFigures }) => {
  const hasRefunds = figures.total_refunded_cents > 0;
  const [first, last] = hasRefunds ? ['auto', 'auto'] : [wide, narrow];
  return (
    <Box {...(hasRefunds ? columnsWithRefunds : columns)}>
      <Box gridColumn={first}>
        <Figure compact label="Total spent" value={figures.total_spent_cents} format={formatUsd} />
      </Box>
      {hasRefunds && <Figure compact label="Refunded" value={figures.total_refunded_cents} format={formatUsd} />}
      <Box gridColumn={first}>
        <Figure compact label="Creators" value={figures.creators} />
      </Box>
      {licenseTypes.map((type) => (
        <Box key={type} gridColumn={last}>
          <Figure compact label={names[type]} value={figures.by_type[type]} />
        </Box>
      ))}
    </Box>
  );
};

/** Totals over all licenses, regardless of the filters below. */
export const VaultFigures = ({ figures }: { figures: BrandFigures | undefined }) =>
  figures ? (
    <Figures figures={figures} />
  ) : (
    <Box {...columns} role="status" aria-label="Loading figures">
      {[wide, wide, narrow, narrow, narrow].map((column, place) => (
        <Skeleton key={place} gridColumn={column} h="65px" borderRadius="media" />
      ))}
    </Box>
  );
