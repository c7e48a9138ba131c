import { Box, Flex, chakra } from '@chakra-ui/react';
import { licenseTypeTitles } from '@tessera/domain/license-types';
import type { LicenseRow } from '@tessera/domain/licensing/row';
import { downloadAgreement } from '../kernel/download.ts';
import { Button } from '../ui/button.tsx';
import { MediaTile, thumbnailWidths } from '../ui/media-tile.tsx';
import { Money } from '../ui/money.tsx';
import type { Column, RowEntryProps } from '../ui/row-table.tsx';
import { UtcDay } from '../ui/utc-day.tsx';
import { LicenseLink } from './license-link.tsx';
import { Chain, StandingBadge } from './license-standing.tsx';

export const licenseColumns: readonly Column[] = [
  { title: 'Picture', width: '100px', kind: 'media' },
  { title: 'Title', width: 'minmax(0, 1fr)' },
  { title: 'Licence', width: '148px' },
  { title: 'Price', width: '92px', kind: 'figure' },
  { title: 'Term (UTC)', width: '204px' },
  { title: 'Actions', width: '148px', kind: 'actions' },
];

const Term = ({ license: { start_date, end_date } }: { license: LicenseRow }) => (
  <>
    {end_date ? <UtcDay instant={start_date} /> : 'From '}
    {end_date ? ' to ' : <UtcDay instant={start_date} />}
    {end_date && <UtcDay instant={end_date} />}
  </>
);

export const LicenseEntry = ({ row: license, onAct }: RowEntryProps<LicenseRow>) => (
  <>
    <td role="cell" data-role="media">
      <MediaTile
        media={license.content.media_url}
        type={license.content.media_type}
        widths={thumbnailWidths}
        sizes="112px"
        alt=""
      />
    </td>
    <td role="cell" data-role="title">
      <Box fontWeight="500" fontSize="md" lineHeight="1.3" lineClamp="2" overflowWrap="anywhere">
        <LicenseLink id={license.id}>{license.content.title}</LicenseLink>
      </Box>
      <Box fontSize="sm" color="ink.muted" truncate>
        By {license.creator_name}
      </Box>
      <Box color="ink.muted">
        <Chain license={license} />
      </Box>
    </td>
    <chakra.td role="cell" data-label="Licence" gridColumn="span 2">
      {licenseTypeTitles[license.license_type]}
      {license.quantity > 1 && ` × ${license.quantity}`}
    </chakra.td>
    <td role="cell" data-label="Price" data-numeric>
      <Money cents={license.price_money.amount_cents} />
    </td>
    <td role="cell" data-label="Term (UTC)" data-role="line">
      <Box mb="1.5">
        <Term license={license} />
      </Box>
      <StandingBadge license={license} />
    </td>
    <td role="cell" data-role="action">
      <Flex direction={{ base: 'row', md: 'column' }} gap="1.5" css={{ '& > *': { flex: 1 } }}>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => onAct(license)}
          aria-label={`View agreement for ${license.content.title}`}
        >
          View agreement
        </Button>
        <Button
          variant="ghost"
          size="sm"
          fontWeight="500"
          onClick={() => void downloadAgreement(license.id)}
          aria-label={`Download PDF of the agreement for ${license.content.title}`}
        >
          Download PDF
        </Button>
      </Flex>
    </td>
  </>
);
