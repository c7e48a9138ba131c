import { Box, chakra } from '@chakra-ui/react';
import { licenseTypeTitles } from '@tessera/domain/license-types';
import type { LicenseRow } from '@tessera/domain/licensing/row';
import { useAtomValue, useSetAtom } from 'jotai';
import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { daysUntil, formatDay, formatExactly } from '../kernel/dates.ts';
import { downloadAgreement } from '../kernel/download-agreement.ts';
import { nowAtom } from '../kernel/now.atoms.ts';
import { paths } from '../paths.ts';
import { AgreementDrawer } from '../ui/agreement-drawer.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { MediaTile, thumbnailWidths } from '../ui/media-tile.tsx';
import { Money } from '../ui/money.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { licensesAtom, readLicensesAtom, readMoreLicensesAtom } from './licenses.atoms.ts';

const endingSoonDays = 30;

const Term = ({ license }: { license: LicenseRow }) => {
  const now = useAtomValue(nowAtom);
  if (license.end_date === null) return <StatusBadge tone="positive">No end date</StatusBadge>;
  const left = daysUntil(license.end_date, now);
  if (left === 0) return <StatusBadge tone="trouble">Ended</StatusBadge>;
  return (
    <StatusBadge tone={left <= endingSoonDays ? 'waiting' : 'neutral'}>
      {left === 1 ? '1 day left' : `${left} days left`}
    </StatusBadge>
  );
};

const Day = ({ instant }: { instant: string }) => (
  <time dateTime={instant} title={formatExactly(instant)}>
    {formatDay(instant)}
  </time>
);

const Entry = ({ license, onView }: { license: LicenseRow; onView: () => void }) => (
  <chakra.li
    display="grid"
    gridTemplateColumns={{ base: '96px minmax(0, 1fr)', lg: '128px minmax(0, 1fr) auto' }}
    gap={{ base: '4', md: '5' }}
    alignItems="center"
    py="5"
    borderTopWidth="1px"
    borderColor="hairline"
  >
    <MediaTile
      media={license.content.media_url}
      type={license.content.media_type}
      alt=""
      widths={thumbnailWidths}
      sizes="128px"
    />
    <Box minW={0}>
      <Box display="flex" justifyContent="space-between" gap="4">
        <Box fontWeight="600" truncate>
          {license.content.title}
        </Box>
        <Box fontWeight="600">
          <Money cents={license.price_money.amount_cents} />
        </Box>
      </Box>
      <Box fontSize="sm" color="ink.muted">
        {licenseTypeTitles[license.license_type]}
        {license.quantity > 1 && ` × ${license.quantity}`} by {license.creator_name}
      </Box>
      <Box
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        columnGap="3"
        rowGap="1.5"
        fontSize="sm"
        color="ink.muted"
        mt="1.5"
      >
        <span>
          <Day instant={license.start_date} />
          {license.end_date && (
            <>
              {' '}
              to <Day instant={license.end_date} />
            </>
          )}
        </span>
        <Term license={license} />
      </Box>
    </Box>
    <Box display="flex" flexWrap="wrap" gap="2" gridColumn={{ base: '1 / -1', lg: 'auto' }}>
      <Button size="sm" variant="secondary" onClick={onView} aria-label={`View agreement for ${license.content.title}`}>
        <FileText size={16} strokeWidth={1.5} aria-hidden />
        View agreement
      </Button>
      <Button
        size="sm"
        variant="ghost"
        onClick={() => void downloadAgreement(license.id)}
        aria-label={`Download PDF of the agreement for ${license.content.title}`}
      >
        <Download size={16} strokeWidth={1.5} aria-hidden />
        Download PDF
      </Button>
    </Box>
  </chakra.li>
);

const Waiting = () => (
  <Box role="status" aria-label="Loading licences" display="grid" gap="5">
    {[1, 2, 3].map((row) => (
      <Box key={row} display="grid" gridTemplateColumns="128px 1fr" gap="5">
        <Skeleton aspectRatio="4 / 3" borderRadius="media" />
        <Box display="grid" gap="2" alignContent="center">
          <Skeleton h="5" w="50%" />
          <Skeleton h="4" w="30%" />
        </Box>
      </Box>
    ))}
  </Box>
);

export const LicenseList = () => {
  const { status, items, nextCursor } = useAtomValue(licensesAtom);
  const readAgain = useSetAtom(readLicensesAtom);
  const readMore = useSetAtom(readMoreLicensesAtom);
  const [viewed, setViewed] = useState<LicenseRow | null>(null);
  if (status === 'loading') return <Waiting />;
  if (status === 'failed' && items.length === 0) {
    return (
      <EmptyState
        sentence="Your licences could not be loaded."
        action={<Button onClick={() => void readAgain()}>Try again</Button>}
      />
    );
  }
  if (items.length === 0) {
    return (
      <EmptyState
        sentence="You haven't licensed any content yet."
        action={
          <Button asChild>
            <Link to={paths.marketplace}>Browse content</Link>
          </Button>
        }
      />
    );
  }
  return (
    <>
      <chakra.h2 fontFamily="display" fontSize="xl" mb="4">
        Licensed Content
      </chakra.h2>
      <chakra.ul listStyleType="none">
        {items.map((license) => (
          <Entry key={license.id} license={license} onView={() => setViewed(license)} />
        ))}
      </chakra.ul>
      {nextCursor && (
        <Box display="grid" placeItems="center" pt="6">
          <Button variant="secondary" onClick={() => void readMore()}>
            Load more
          </Button>
        </Box>
      )}
      {viewed && <AgreementDrawer license={viewed} onClose={() => setViewed(null)} />}
    </>
  );
};
