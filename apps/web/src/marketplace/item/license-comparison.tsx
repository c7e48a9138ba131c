import { Box, chakra } from '@chakra-ui/react';
import { licenseTypeTitles, licenseTypes } from '@tessera/domain/license-types';
import type { LicenseType } from '@tessera/domain/license-types';
import { Button } from '../../ui/controls/button.tsx';
import { Money } from '../../ui/facts/money.tsx';
import { offersOf } from '../offers.ts';
import type { MarketItem, Offer } from '../offers.ts';
import { rightsOf, sharedRights } from './rights.ts';
import { onlyBrandsBuy, useStanding } from '../standing.ts';

/** Name, three facts, price, actions: each stands in one line with its like in the other columns. */
const rows = 6;

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

const Facts = ({ type }: { type: LicenseType }) => {
  const { use, term, after } = rightsOf[type];
  return (
    <chakra.dl display="grid" gridRow="span 3" gridTemplateRows="subgrid">
      <Fact name="What you may do">{use}</Fact>
      <Fact name="Term">{term}</Fact>
      <Fact name="After that">{after}</Fact>
    </chakra.dl>
  );
};

interface ColumnProps {
  readonly item: MarketItem;
  /** Whether it can go into the cart; if not, only its terms can be read. */
  readonly forSale: boolean;
  readonly type: LicenseType;
  readonly gone: boolean;
  readonly onTerms: (offer: Offer) => void;
  readonly onAdd: (offer: Offer) => void;
}

const Column = ({ item, type, forSale, gone, onTerms, onAdd }: ColumnProps) => {
  const offer = offersOf(item).find((offered) => offered.type === type);
  const title = licenseTypeTitles[type];
  const heading = `license-${type}`;
  return (
    <chakra.li
      aria-labelledby={heading}
      display="grid"
      gridRow={`span ${rows}`}
      gridTemplateRows="subgrid"
      rowGap="4"
      p="5"
      bg={offer ? 'surface' : 'transparent'}
      borderWidth="1px"
      borderStyle={offer ? 'solid' : 'dashed'}
      borderColor="hairline"
      borderRadius="media"
    >
      <chakra.h3 id={heading} fontSize="md" fontWeight="600">
        {title}
      </chakra.h3>
      <Facts type={type} />
      <Box fontSize={offer ? 'xl' : 'sm'} fontWeight={offer ? '600' : '400'} color={offer ? 'ink' : 'ink.muted'}>
        {offer ? <Money cents={offer.cents} /> : 'Not offered for this item'}
      </Box>
      <Box display="grid" gap="2" alignContent="end">
        {offer && (
          <>
            {forSale && (
              <Button
                variant={gone ? 'ghost' : 'primary'}
                aria-label={gone ? undefined : `Add to Cart: ${title}`}
                {...(gone && { 'aria-disabled': true, color: 'ink.muted', bg: 'sunken', _disabled: { opacity: 1 } })}
                onClick={() => !gone && onAdd(offer)}
              >
                {gone ? 'No longer for sale' : 'Add to Cart'}
              </Button>
            )}
            <Button variant="ghost" aria-label={`View terms: ${title}`} onClick={() => onTerms(offer)}>
              View terms
            </Button>
          </>
        )}
      </Box>
    </chakra.li>
  );
};

type LicenseComparisonProps = Omit<ColumnProps, 'type' | 'forSale'>;

/** What each license type allows, for how long and for how much, line by line beside the others. */
export const LicenseComparison = (props: LicenseComparisonProps) => {
  const standing = useStanding(props.item);
  return (
    <chakra.section aria-labelledby="licenses-heading">
      <Box display="flex" flexWrap="wrap" columnGap="4" rowGap="1" alignItems="baseline" mb="4">
        <chakra.h2 id="licenses-heading" fontFamily="display" fontSize="xl">
          {standing === 'buyer' ? 'Choose a license' : 'Licenses and prices'}
        </chakra.h2>
        <chakra.p fontSize="sm" color="ink.muted">
          {sharedRights}
        </chakra.p>
        {standing === 'other creator' && (
          <chakra.p fontSize="sm" flexBasis="full">
            {onlyBrandsBuy}
          </chakra.p>
        )}
      </Box>
      <chakra.ul
        listStyleType="none"
        display="grid"
        columnGap="4"
        rowGap="4"
        gridTemplateColumns={{ base: '1fr', md: 'repeat(3, minmax(0, 1fr))' }}
      >
        {licenseTypes.map((type) => (
          <Column key={type} type={type} forSale={standing === 'buyer'} {...props} />
        ))}
      </chakra.ul>
    </chakra.section>
  );
};
