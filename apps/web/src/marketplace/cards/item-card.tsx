import { Box, chakra } from '@chakra-ui/react';
import { cardSizes } from '@tessera/domain/content/media/renditions';
import { memo, useState } from 'react';
import { Link } from 'react-router-dom';
import { SaveButton } from '../../boards/public.ts';
import { AgreementDialog, sampleCreator } from '../../licenses/public.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Money } from '../../ui/facts/money.tsx';
import { useItemLink } from '../item/use-item-link.ts';
import { LicenseSelect, Purchase } from '../item-purchase.tsx';
import type { MarketItem } from '../offers.ts';
import { useOffer } from '../use-offer.ts';
import { CardFrame, isSameCard } from '../pictures/card-frame.tsx';
import type { CardProps } from '../pictures/card-frame.tsx';
import { cardBodyHeight, isBeyondFrame } from './card-layout.ts';
import { CardPicture } from '../pictures/card-picture.tsx';

const tagsMax = 2;

const Heading = ({ item }: { item: MarketItem }) => (
  <Box display="flex" gap="2" h="11">
    <Box flex="1" minW="0">
      <chakra.h2 display="flex" fontFamily="display" fontSize="lg" lineHeight="24px">
        <chakra.span truncate asChild _hover={{ textDecoration: 'underline', textUnderlineOffset: '3px' }}>
          <Link {...useItemLink(item.id)} title={item.title}>
            {item.title}
          </Link>
        </chakra.span>
      </chakra.h2>
      <Box truncate fontSize="sm" lineHeight="20px" color="ink.muted">
        {item.sample ? sampleCreator : item.creator_name}
      </Box>
    </Box>
    <Box me="-3.5" mt="-2.5" _empty={{ display: 'none' }}>
      <SaveButton item={item} look="icon" />
    </Box>
  </Box>
);

const Tags = ({ tags }: { tags: readonly string[] }) => (
  <chakra.ul aria-label="Tags" listStyleType="none" display="flex" gap="1.5" h="6" _empty={{ display: 'none' }}>
    {tags.slice(0, tagsMax).map((tag) => (
      <chakra.li
        key={tag}
        minW="0"
        truncate
        px="2"
        borderWidth="1px"
        borderRadius="full"
        fontSize="xs"
        lineHeight="22px"
        color="ink.muted"
      >
        {tag}
      </chakra.li>
    ))}
  </chakra.ul>
);

/** An item with all that is needed to license it: what it is, its license types with their price and terms, the cart. */
export const ItemCard = memo(({ item, gone = false, preferredType, place }: CardProps) => {
  const { offer } = useOffer(item, preferredType);
  const [areTermsOpen, setAreTermsOpen] = useState(false);
  return (
    <CardFrame item={item} gone={gone} place={place} bodyHeight={cardBodyHeight}>
      <CardPicture item={item} gone={gone} place={place} sizes={cardSizes} whole={isBeyondFrame(item)} />
      <Box pt="3" flex="1" display="flex" flexDirection="column" gap="2">
        <Heading item={item} />
        <chakra.p fontSize="sm" lineHeight="20px" lineClamp={2} overflowWrap="anywhere" _empty={{ display: 'none' }}>
          {item.description}
        </chakra.p>
        <Tags tags={item.tags} />
        <Box mt="3" display="flex" alignItems="center" gap="3">
          <LicenseSelect
            item={item}
            preferredType={preferredType}
            disabled={gone}
            flex="1"
            minW="0"
            fontSize={{ base: '16px', md: 'sm' }}
          />
          <Box fontSize="lg" fontWeight="600" textAlign="end" aria-live="polite">
            <Money cents={offer.cents} />
          </Box>
        </Box>
        <Box display="flex" justifyContent="space-between" gap="2">
          <Box flex={{ base: '1', md: 'none' }} display="grid">
            <Purchase item={item} offer={offer} gone={gone} />
          </Box>
          <Button variant="ghost" px="3.5" me={{ md: '-3.5' }} onClick={() => setAreTermsOpen(true)}>
            View terms
          </Button>
        </Box>
      </Box>
      {areTermsOpen && <AgreementDialog item={item} offer={offer} onClose={() => setAreTermsOpen(false)} />}
    </CardFrame>
  );
}, isSameCard);
ItemCard.displayName = 'ItemCard';
