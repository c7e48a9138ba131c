import { Box, chakra } from '@chakra-ui/react';
import { licenseTypeTitles } from '@tessera/domain/license-types';
import type { LicenseType } from '@tessera/domain/license-types';
import type { Cents } from '@tessera/domain/money';
import type { ReactNode } from 'react';
import { MediaTile, thumbnailWidths } from '../ui/media/media-tile.tsx';
import { Money } from '../ui/facts/money.tsx';
import { StatusBadge } from '../ui/facts/status-badge.tsx';

export interface Line {
  readonly key: string;
  readonly title: string;
  readonly mediaUrl: string;
  readonly mediaType: 'image' | 'video';
  readonly licenseType: LicenseType;
  readonly quantity: number;
  readonly unitCents: Cents;
  /** The price when it was added to the cart, if that has changed. */
  readonly unitCentsBefore?: Cents | undefined;
  /** From the marketplace, if known. */
  readonly placeholder?: string | undefined;
  readonly widths?: readonly number[] | undefined;
  /** Why it can't be bought anymore. */
  readonly problem?: string | null;
}

/** The width of its column on a desktop. */
const sizes = '112px';

/** A line of a cart or an order; actions are passed as children and shown below its text and price. */
export const OrderLine = ({ line, children }: { line: Line; children?: ReactNode }) => (
  <chakra.li
    display="grid"
    gridTemplateColumns={{ base: '88px minmax(0, 1fr) auto', md: '112px minmax(0, 1fr) auto' }}
    columnGap="4"
    alignItems={children ? 'start' : 'center'}
    py="4"
    borderBottomWidth="1px"
    borderColor="hairline"
  >
    <Box
      gridRow={children ? 'span 2' : undefined}
      opacity={line.problem ? 0.4 : 1}
      filter={line.problem ? 'grayscale(1)' : 'none'}
    >
      <MediaTile
        media={line.mediaUrl}
        type={line.mediaType}
        alt=""
        widths={line.widths ?? thumbnailWidths}
        sizes={sizes}
        {...(line.placeholder && { placeholder: line.placeholder })}
      />
    </Box>
    <Box minW={0}>
      <Box fontWeight="600" lineClamp={2} overflowWrap="anywhere">
        {line.title}
      </Box>
      <Box fontSize="sm" color="ink.muted">
        {licenseTypeTitles[line.licenseType]}
        {line.quantity > 1 && (
          <>
            {' · '}
            <chakra.span whiteSpace="nowrap">
              {line.quantity} × <Money cents={line.unitCents} />
            </chakra.span>
          </>
        )}
      </Box>
      {line.problem && (
        <Box mt="1.5">
          <StatusBadge tone="trouble">{line.problem}</StatusBadge>
        </Box>
      )}
    </Box>
    <Box textAlign="end" fontWeight="600">
      <Money cents={line.unitCents * line.quantity} />
      {line.unitCentsBefore !== undefined && (
        // No taller than the license's name beside it, so that nothing moves when the price becomes known.
        <Box fontSize="sm" fontWeight="400" color="waiting">
          was <Money cents={line.unitCentsBefore * line.quantity} />
        </Box>
      )}
    </Box>
    {children && (
      <Box gridColumn="2 / -1" minW={0}>
        {children}
      </Box>
    )}
  </chakra.li>
);

const Row = chakra('div', { base: { display: 'flex', justifyContent: 'space-between', gap: '4' } });

interface SummaryProps {
  readonly count: number;
  readonly totalCents: Cents;
  readonly children?: ReactNode;
}

export const OrderSummary = ({ count, totalCents, children }: SummaryProps) => (
  <chakra.section
    aria-labelledby="order-summary"
    bg="surface"
    borderWidth="1px"
    borderColor="hairline"
    borderRadius="media"
    p={{ base: '5', md: '6' }}
    position={{ lg: 'sticky' }}
    top={{ lg: '24' }}
  >
    <chakra.h2 id="order-summary" fontFamily="display" fontSize="xl" mb="4">
      Order summary
    </chakra.h2>
    <chakra.dl display="grid" gap="3">
      <Row color="ink.muted" fontSize="sm">
        <dt>Items</dt>
        <dd>{count}</dd>
      </Row>
      <Row borderTopWidth="1px" borderColor="hairline" pt="3" fontSize="lg" fontWeight="600">
        <dt>Total</dt>
        <dd>
          <Money cents={totalCents} /> <chakra.span fontSize="xs">USD</chakra.span>
        </dd>
      </Row>
    </chakra.dl>
    {children}
  </chakra.section>
);
