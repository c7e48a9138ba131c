import type { BrandFigures } from '@tessera/contract/dashboards';
import type { LicenseRow } from '@tessera/contract/licenses';
import { Box, chakra } from '@chakra-ui/react';
import { licenseTypeTitles, licenseTypes } from '@tessera/domain/license-types';
import { formatUsd } from '@tessera/domain/money';
import { useAtomValue } from 'jotai';
import { Link } from 'react-router-dom';
import { profileAtom } from '../accounts/public.ts';
import { nowAtom } from '../kernel/now.atoms.ts';
import { paths } from '../paths.ts';
import { Figure } from '../ui/facts/figure.tsx';
import { MediaTile, thumbnailWidths } from '../ui/media/media-tile.tsx';
import { Money } from '../ui/facts/money.tsx';
import { Skeleton } from '../ui/layout/skeleton.tsx';
import { UtcDay } from '../ui/facts/times.tsx';
import { MoneyBadges, latestLicensesAtom } from '../licenses/public.ts';

const columns = { base: '1fr 1fr', lg: 'repeat(3, 1fr)' };
const columnsOfFour = { base: '1fr 1fr', lg: 'repeat(4, 1fr)' };

const CountsByType = ({ figures }: { figures: BrandFigures }) => (
  <chakra.section aria-labelledby="by-type">
    <chakra.h2 id="by-type" fontFamily="display" fontSize="xl" mb="3">
      By license type
    </chakra.h2>
    <chakra.dl>
      {licenseTypes.map((type) => (
        <Box
          key={type}
          display="grid"
          gridTemplateColumns="136px 1fr 40px"
          gap="4"
          alignItems="center"
          minH="11"
          borderTopWidth="1px"
          borderColor="hairline"
          fontSize="sm"
        >
          <chakra.dt>{licenseTypeTitles[type]}</chakra.dt>
          <Box aria-hidden h="2" bg="sunken" borderRadius="sm" overflow="hidden">
            <Box
              h="full"
              bg="accent"
              style={{ width: `${(100 * figures.by_type[type]) / Math.max(1, figures.total_licenses)}%` }}
              transition="width 180ms ease-out"
            />
          </Box>
          <chakra.dd textAlign="end" fontVariantNumeric="tabular-nums">
            {figures.by_type[type]}
          </chakra.dd>
        </Box>
      ))}
    </chakra.dl>
  </chakra.section>
);

/** A renewal may start long after it was bought. */
const RenewalStart = ({ license: { basis, start_date } }: { license: LicenseRow }) => {
  const isUpcoming = Date.parse(start_date) > useAtomValue(nowAtom);
  if (basis?.kind !== 'renewal' || !isUpcoming) return null;
  return (
    <Box fontSize="sm" color="ink.muted">
      Renewal, starts on <UtcDay instant={start_date} /> (UTC)
    </Box>
  );
};

const Latest = () => {
  const items = useAtomValue(latestLicensesAtom);
  if (items.length === 0) return null;
  return (
    <chakra.section aria-labelledby="latest">
      <Box display="flex" justifyContent="space-between" alignItems="baseline" mb="3">
        <chakra.h2 id="latest" fontFamily="display" fontSize="xl">
          Latest licenses
        </chakra.h2>
        <chakra.span asChild fontSize="sm" fontWeight="500" color="accent">
          <Link to={paths.brand.licenses}>All licenses</Link>
        </chakra.span>
      </Box>
      <chakra.ul listStyleType="none">
        {items.map((license) => (
          <chakra.li
            key={license.id}
            display="grid"
            gridTemplateColumns="72px minmax(0, 1fr) auto"
            gap="4"
            alignItems="center"
            py="3"
            borderTopWidth="1px"
            borderColor="hairline"
          >
            <MediaTile
              media={license.content.media_url}
              type={license.content.media_type}
              widths={thumbnailWidths}
              sizes="72px"
              alt=""
            />
            <Box minW={0}>
              <Box fontWeight="500" truncate>
                {license.content.title}
              </Box>
              <Box fontSize="sm" color="ink.muted" truncate>
                {licenseTypeTitles[license.license_type]}
              </Box>
              <RenewalStart license={license} />
              <MoneyBadges license={license} />
            </Box>
            <Box textAlign="end">
              <Money cents={license.price_money.amount_cents} />
              <Box fontSize="sm" color="ink.muted">
                <UtcDay instant={license.created_at} /> (UTC)
              </Box>
            </Box>
          </chakra.li>
        ))}
      </chakra.ul>
    </chakra.section>
  );
};

const Welcome = () => {
  const profile = useAtomValue(profileAtom);
  return (
    <Box mb="6">
      <chakra.h2 fontFamily="display" fontSize="xl">
        {profile ? `Welcome, ${profile.name}` : 'Welcome'}
      </chakra.h2>
      <Box color="ink.muted" mt="1" maxW="prose">
        What your brand has licensed, and from whom.
      </Box>
    </Box>
  );
};

const Totals = ({ figures }: { figures: BrandFigures }) => {
  const hasRefunds = figures.total_refunded_cents > 0;
  return (
    <Box display="grid" gridTemplateColumns={hasRefunds ? columnsOfFour : columns} gap="4">
      <Figure label="Licenses" value={figures.total_licenses} hint="Each with its agreement" />
      <Figure label="Creators" value={figures.creators} hint="You have licensed from" />
      <Box gridColumn={hasRefunds ? 'auto' : { base: 'span 2', lg: 'auto' }}>
        <Figure label="Total spent" value={figures.total_spent_cents} format={formatUsd} hint="USD, all time" />
      </Box>
      {hasRefunds && (
        <Figure label="Refunded" value={figures.total_refunded_cents} format={formatUsd} hint="Of what you spent" />
      )}
    </Box>
  );
};

const Figures = ({ figures }: { figures: BrandFigures }) => (
  <>
    <Totals figures={figures} />
    <Box
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
      columnGap="12"
      rowGap="8"
      mt="10"
    >
      <CountsByType figures={figures} />
      <Latest />
    </Box>
  </>
);

const Loading = () => (
  <Box role="status" aria-label="Loading figures" display="grid" gridTemplateColumns={columns} gap="4">
    <Skeleton h="28" />
    <Skeleton h="28" />
    <Skeleton h="28" />
  </Box>
);

export const Overview = ({ figures }: { figures: BrandFigures | undefined }) => (
  <>
    <Welcome />
    {figures ? <Figures figures={figures} /> : <Loading />}
  </>
);
