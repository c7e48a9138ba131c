import { Box, chakra } from '@chakra-ui/react';
import { licenseTypeTitles, licenseTypes } from '@tessera/domain/license-types';
import type { LicenseType } from '@tessera/domain/license-types';
import { useId } from 'react';
import { Checkable } from '../../ui/controls/text-input.tsx';
import { Money } from '../../ui/facts/money.tsx';
import type { MarketItem } from '../offers.ts';
import { useOffer } from '../use-offer.ts';
import { rightsOf } from './rights.ts';

const Row = chakra('label', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: '3',
    px: '4',
    py: '3',
    cursor: 'pointer',
    transition: 'background-color 120ms ease-out',
    '& + &': { borderTopWidth: '1px' },
    _hover: { bg: 'sunken' },
    '&:has(:checked)': { bg: 'accent.tint' },
    '&:has(:disabled)': { cursor: 'default', bg: 'transparent', color: 'ink.muted' },
  },
});

interface LicenseRowProps {
  readonly item: MarketItem;
  readonly type: LicenseType;
  readonly name: string;
}

const LicenseRow = ({ item, type, name }: LicenseRowProps) => {
  const { offers, offer: chosen, choose } = useOffer(item);
  const offer = offers.find((offered) => offered.type === type);
  return (
    <Row>
      <Checkable
        type="radio"
        name={name}
        value={type}
        disabled={!offer}
        checked={chosen.type === type}
        onChange={() => choose(type)}
      />
      <Box>
        <Box fontWeight="600">{licenseTypeTitles[type]}</Box>
        <Box fontSize="sm" color="ink.muted" lineHeight="1.35">
          {rightsOf[type].summary}
        </Box>
      </Box>
      <Box fontWeight={offer ? '600' : '400'} fontSize={offer ? 'md' : 'sm'} textAlign="end">
        {offer ? <Money cents={offer.cents} /> : 'Not offered'}
      </Box>
    </Row>
  );
};

/** The license types of an item as radio buttons, each with a summary of its rights and its price. */
export const LicenseRows = ({ item }: { item: MarketItem }) => {
  const name = useId();
  return (
    <Box
      role="radiogroup"
      aria-labelledby="licenses-heading"
      bg="surface"
      borderWidth="1px"
      borderRadius="media"
      overflow="hidden"
    >
      {licenseTypes.map((type) => (
        <LicenseRow key={type} item={item} type={type} name={name} />
      ))}
    </Box>
  );
};
