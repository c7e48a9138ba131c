import { Box, chakra } from '@chakra-ui/react';
import { licenseTypeTitles, licenseTypes } from '@tessera/domain/license-types';
import type { BrandLicenses } from '@tessera/domain/licensing/brand-licenses.view';
import { formatUsd } from '@tessera/domain/money';
import { Figure } from '../ui/figure.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const columns = { base: '1fr 1fr', lg: 'repeat(3, 1fr)' };

const ByType = ({ figures }: { figures: BrandLicenses }) => (
  <chakra.section aria-labelledby="by-type" mt="10" maxW="xl">
    <chakra.h2 id="by-type" fontFamily="display" fontSize="xl" mb="3">
      By licence type
    </chakra.h2>
    <chakra.dl>
      {licenseTypes.map((type) => (
        <Box
          key={type}
          display="grid"
          gridTemplateColumns="180px 1fr 40px"
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

export const Overview = ({ figures }: { figures: BrandLicenses | undefined }) => {
  if (!figures) {
    return (
      <Box role="status" aria-label="Loading figures" display="grid" gridTemplateColumns={columns} gap="4">
        <Skeleton h="28" />
        <Skeleton h="28" />
        <Skeleton h="28" />
      </Box>
    );
  }
  return (
    <>
      <Box display="grid" gridTemplateColumns={columns} gap="4">
        <Figure label="Licences" value={figures.total_licenses} hint="Each with its agreement" />
        <Figure label="Creators" value={Object.keys(figures.by_creator).length} hint="You have licensed from" />
        <Box gridColumn={{ base: '1 / -1', lg: 'auto' }}>
          <Figure label="Total spent" value={figures.total_spent_cents} format={formatUsd} hint="USD, all time" />
        </Box>
      </Box>
      <ByType figures={figures} />
    </>
  );
};
