import { Box, Flex, Stack, chakra } from '@chakra-ui/react';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { licenseTypeTitles } from '@tessera/domain/license-types';
import type { LicenseRow } from '@tessera/domain/licensing/row';
import { formatUsd } from '@tessera/domain/money';
import { downloadAgreement } from '../kernel/download-agreement.ts';
import { AgreementDrawer } from '../ui/agreement-drawer.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { MediaTile } from '../ui/media-tile.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { creatorDashboardAtom } from './dashboard.atoms.ts';
import { soldLicenses } from './lists.atoms.ts';
import { RowTable } from './row-table.tsx';
import { formatDate, formatExact, plural } from './words.ts';

const Instant = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatExact(at)}>
    {formatDate(at)}
  </time>
);

const LicenseEntry = ({ license, onView }: { license: LicenseRow; onView: () => void }) => (
  <tr>
    <td data-role="media">
      <MediaTile media={license.content.media_url} type={license.content.media_type} alt="" />
    </td>
    <td data-role="title">
      <Box fontWeight="500" lineClamp="2">
        {license.content.title}
      </Box>
      <Box fontSize="sm" color="ink.muted">
        To {license.brand_name}
      </Box>
    </td>
    <td data-label="Licence">
      {licenseTypeTitles[license.license_type]}
      {license.quantity > 1 && ` × ${license.quantity}`}
    </td>
    <td data-label="Price" data-numeric>
      {formatUsd(license.price_money.amount_cents)}
    </td>
    <td data-label="Start">
      <Instant at={license.start_date} />
    </td>
    <td data-label="End">{license.end_date ? <Instant at={license.end_date} /> : 'No end date'}</td>
    <td data-role="action">
      <Flex gap="2" justify={{ md: 'flex-end' }}>
        <Button
          variant="secondary"
          size="sm"
          onClick={onView}
          aria-label={`View agreement for ${license.content.title}`}
        >
          View agreement
        </Button>
        <Button
          variant="ghost"
          size="sm"
          onClick={() => void downloadAgreement(license.id)}
          aria-label={`Download PDF for ${license.content.title}`}
        >
          Download PDF
        </Button>
      </Flex>
    </td>
  </tr>
);

const heads = ['Title', 'Licence', 'Price', 'Start', 'End'] as const;

const LicenseTable = ({ items, onView }: { items: readonly LicenseRow[]; onView: (license: LicenseRow) => void }) => (
  <RowTable caption="Licenses">
    <thead>
      <tr>
        <th scope="col">
          <chakra.span srOnly>Picture</chakra.span>
        </th>
        {heads.map((head) => (
          <th key={head} scope="col" data-numeric={head === 'Price' ? true : undefined}>
            {head}
          </th>
        ))}
        <th scope="col">
          <chakra.span srOnly>Actions</chakra.span>
        </th>
      </tr>
    </thead>
    <tbody>
      {items.map((license) => (
        <LicenseEntry key={license.id} license={license} onView={() => onView(license)} />
      ))}
    </tbody>
  </RowTable>
);

/** The creator's licensed items; a sale that arrives on the live view brings its licence without a reload. */
export const SoldLicenses = () => {
  const { status, busy, items, nextCursor } = useAtomValue(soldLicenses.listAtom);
  const read = useSetAtom(soldLicenses.readAtom);
  const latestSale = useAtomValue(creatorDashboardAtom)?.sales[0]?.license_id;
  const [viewed, setViewed] = useState<LicenseRow | null>(null);
  useEffect(() => void read('start'), [read, latestSale]);
  return (
    <Stack gap="4">
      <Box color="ink.muted" minH="24px">
        {status === 'loaded' && items.length > 0 && `${plural(items.length, 'licence')}${nextCursor ? ' shown' : ''}`}
      </Box>
      {status === 'failed' && (
        <Flex role="alert" color="trouble" align="center" gap="3">
          Error loading licences
          <Button variant="secondary" size="sm" onClick={() => void read('start')}>
            Try again
          </Button>
        </Flex>
      )}
      {status === 'loading' && <Skeleton h="320px" aria-label="Loading your licences" />}
      {status === 'loaded' && items.length === 0 && (
        <EmptyState sentence="Nothing has been licensed yet. When a brand buys a licence, its agreement stands here." />
      )}
      {items.length > 0 && <LicenseTable items={items} onView={setViewed} />}
      {nextCursor && (
        <Button variant="secondary" alignSelf="center" disabled={busy} onClick={() => void read('more')}>
          Show more
        </Button>
      )}
      {viewed && <AgreementDrawer license={viewed} onClose={() => setViewed(null)} />}
    </Stack>
  );
};
