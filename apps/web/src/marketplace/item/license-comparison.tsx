import { Box, chakra } from '@chakra-ui/react';
import { licenseTypeTitles, licenseTypes } from '@tessera/domain/license-types';
import type { LicenseType } from '@tessera/domain/license-types';
import { rightsOf, sharedRights } from './rights.ts';

/** The name and three facts of a license type, aligned with those in the other columns. */
const rows = 4;

const Fact = ({ name, children }: { name: string; children: string }) => (
  <Box>
    <chakra.dt fontSize="xs" color="ink.muted">
      {name}
    </chakra.dt>
    <chakra.dd fontSize="sm" lineHeight="1.45" mt="0.5">
      {children}
    </chakra.dd>
  </Box>
);

const Column = ({ type }: { type: LicenseType }) => {
  const { use, term, after } = rightsOf[type];
  const heading = `license-${type}`;
  return (
    <chakra.li
      aria-labelledby={heading}
      display="grid"
      gridRow={`span ${rows}`}
      gridTemplateRows="subgrid"
      rowGap="3"
      pt="3"
      borderTopWidth="1px"
    >
      <chakra.h3 id={heading} fontSize="md" fontWeight="600">
        {licenseTypeTitles[type]}
      </chakra.h3>
      <chakra.dl display="grid" gridRow="span 3" gridTemplateRows="subgrid">
        <Fact name="What you may do">{use}</Fact>
        <Fact name="Term">{term}</Fact>
        <Fact name="After that">{after}</Fact>
      </chakra.dl>
    </chakra.li>
  );
};

/** What each license type allows and for how long, side by side. */
export const LicenseComparison = () => (
  <chakra.section aria-labelledby="rights-heading">
    <Box display="flex" flexWrap="wrap" columnGap="4" rowGap="1" alignItems="baseline" mb="4">
      <chakra.h2 id="rights-heading" fontFamily="display" fontSize="xl">
        What each license allows
      </chakra.h2>
      <chakra.p fontSize="sm" color="ink.muted">
        {sharedRights}
      </chakra.p>
    </Box>
    <chakra.ul
      listStyleType="none"
      display="grid"
      columnGap="6"
      rowGap="4"
      gridTemplateColumns={{ base: '1fr', md: 'repeat(3, minmax(0, 1fr))' }}
    >
      {licenseTypes.map((type) => (
        <Column key={type} type={type} />
      ))}
    </chakra.ul>
  </chakra.section>
);
