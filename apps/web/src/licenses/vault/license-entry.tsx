import { Box, chakra } from '@chakra-ui/react';
import { licenseTypeTitles } from '@tessera/domain/license-types';
import type { LicenseRow } from '@tessera/contract/licenses';
import { useAtomValue } from 'jotai';
import { downloadOriginal } from '../download.ts';
import { LicenseActions, LicensePicture } from '../license-cells.tsx';
import { nowAtom } from '../../kernel/now.atoms.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Money } from '../../ui/facts/money.tsx';
import type { Column, RowEntryProps } from '../../ui/table/row-table.tsx';
import { UtcDay } from '../../ui/facts/times.tsx';
import { DisputeBadge } from '../refunds/money-badges.tsx';
import { LicenseLink } from './license-link.tsx';
import { hasOriginal } from './license-descriptions.ts';
import { RelatedLicenses, LicenseStatusBadge } from './license-status.tsx';

export const licenseColumns: readonly Column[] = [
  { title: 'Picture', width: '100px', kind: 'media' },
  { title: 'Title', width: 'minmax(0, 1fr)' },
  { title: 'License', width: '148px' },
  { title: 'Price', width: '92px', kind: 'figure' },
  { title: 'Term (UTC)', width: '216px' },
  { title: 'Actions', width: '148px', kind: 'actions' },
];

const LicenseTerm = ({ license: { start_date, end_date } }: { license: LicenseRow }) => (
  <>
    {end_date ? <UtcDay instant={start_date} /> : 'From '}
    {end_date ? ' to ' : <UtcDay instant={start_date} />}
    {end_date && <UtcDay instant={end_date} />}
  </>
);

export const LicenseEntry = ({ row: license, onAct }: RowEntryProps<LicenseRow>) => (
  <>
    <LicensePicture license={license} />
    <td role="cell" data-role="title">
      <Box fontWeight="500" fontSize="md" lineHeight="1.3" lineClamp="2" overflowWrap="anywhere">
        <LicenseLink id={license.id}>{license.content.title}</LicenseLink>
      </Box>
      <Box fontSize="sm" color="ink.muted" truncate>
        By {license.creator_name}
      </Box>
      <Box color="ink.muted">
        <RelatedLicenses license={license} />
      </Box>
    </td>
    <chakra.td role="cell" data-label="License" gridColumn="span 2">
      {licenseTypeTitles[license.license_type]}
      {license.quantity > 1 && ` × ${license.quantity}`}
    </chakra.td>
    <td role="cell" data-label="Price" data-numeric>
      <Money cents={license.price_money.amount_cents} />
    </td>
    <td role="cell" data-label="Term (UTC)" data-role="line">
      <Box mb="1.5">
        <LicenseTerm license={license} />
      </Box>
      <Box display="flex" flexWrap="wrap" gap="1.5">
        <LicenseStatusBadge license={license} />
        <DisputeBadge dispute={license.dispute} />
      </Box>
    </td>
    <LicenseActions
      license={license}
      onView={onAct}
      pdf="PDF of the agreement"
      first={
        hasOriginal(license, useAtomValue(nowAtom)) && (
          <Button
            variant="secondary"
            size="sm"
            onClick={() => void downloadOriginal(license.id)}
            aria-label={`Download original of ${license.content.title}`}
          >
            Download original
          </Button>
        )
      }
    />
  </>
);
