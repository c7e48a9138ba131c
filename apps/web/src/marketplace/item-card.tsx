import { Box, VisuallyHidden, chakra } from '@chakra-ui/react';
import { licenseTypeLabels } from '@tessera/domain/license-types';
import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '../paths.ts';
import { Button, ButtonLink } from '../ui/controls/button.tsx';
import { SaveButton } from '../boards/public.ts';
import { CardPointedAt } from '../ui/media/media-clip.tsx';
import { Money } from '../ui/facts/money.tsx';
import { StatusBadge } from '../ui/facts/status-badge.tsx';
import { Select } from '../ui/controls/text-input.tsx';
import { addToCart } from './add-to-cart.ts';
import { AgreementDialog } from '../licenses/public.ts';
import { chooseTypeAtom, chosenTypesAtom } from './chosen-type.atoms.ts';
import { ItemBadges, ItemMedia } from './item/item-media.tsx';
import { offersOf } from './offers.ts';
import type { MarketItem, Offer } from './offers.ts';
import { onlyBrandsBuy, useStanding } from './standing.ts';
import { useItemLink } from './item/use-item-link.ts';

const tagsMax = 2;

/** As the columns of the wall are. */
const sizes = '(min-width: 1280px) 390px, (min-width: 768px) calc(50vw - 44px), calc(100vw - 32px)';

const Words = ({ item }: { item: MarketItem }) => (
  <Box>
    <chakra.h2 fontSize="md" fontWeight="600" lineHeight="1.35" display="flex">
      <chakra.span truncate asChild _hover={{ textDecoration: 'underline', textUnderlineOffset: '3px' }}>
        <Link {...useItemLink(item.id)}>{item.title}</Link>
      </chakra.span>
    </chakra.h2>
    <chakra.p fontSize="sm" color="ink.muted" lineClamp={2} minH="10.5" mt="0.5">
      {item.description}
    </chakra.p>
    <Box display="flex" gap="1.5" mt="2" minH="6" overflow="hidden">
      {item.tags.slice(0, tagsMax).map((tag) => (
        <StatusBadge key={tag}>{tag}</StatusBadge>
      ))}
    </Box>
  </Box>
);

interface OfferLineProps {
  readonly item: MarketItem;
  readonly offer: Offer;
  readonly gone: boolean;
  readonly onChoose: (offer: Offer) => void;
}

const OfferLine = ({ item, offer, gone, onChoose }: OfferLineProps) => {
  const offers = offersOf(item);
  return (
    <Box display="flex" alignItems="center" gap="3">
      <Select
        aria-label={`License for ${item.title}`}
        value={offer.type}
        disabled={gone}
        fontSize={{ base: '16px', md: 'sm' }}
        onChange={(event) => {
          const chosen = offers.find(({ type }) => type === event.target.value);
          if (chosen) onChoose(chosen);
        }}
      >
        {offers.map(({ type }) => (
          <option key={type} value={type}>
            {licenseTypeLabels[type]}
          </option>
        ))}
      </Select>
      <Box fontSize="lg" fontWeight="600" minW="20" textAlign="end" aria-live="polite">
        <Money cents={offer.cents} />
      </Box>
    </Box>
  );
};

/** The title's way in again, for who points at the picture. */
const Way = ({ item }: { item: MarketItem }) => (
  <Box asChild position="absolute" inset="0">
    <Link {...useItemLink(item.id)} tabIndex={-1} aria-hidden />
  </Box>
);

const Media = ({ item, gone }: { item: MarketItem; gone: boolean }) => (
  <Box position="relative">
    <ItemMedia item={item} gone={gone} sizes={sizes} over={<Way item={item} />} />
    <Box position="absolute" top="3" insetStart="3" display="flex" gap="2" pointerEvents="none">
      <ItemBadges item={item} />
    </Box>
  </Box>
);

const Edit = ({ item }: { item: MarketItem }) => (
  <ButtonLink to={paths.creator.edit(item.id)} aria-label={`Edit ${item.title}`} variant="secondary" flex="1">
    Edit
  </ButtonLink>
);

interface BuyProps {
  readonly item: MarketItem;
  readonly offer: Offer;
  readonly gone: boolean;
}

/** The same button all the time: who has the focus on it keeps it. */
const Buy = ({ item, offer, gone }: BuyProps) => {
  const navigate = useNavigate();
  return (
    <Button
      variant={gone ? 'ghost' : 'secondary'}
      flex="1"
      {...(gone && {
        'aria-disabled': true,
        color: 'ink.muted',
        bg: 'sunken',
        _disabled: { opacity: 1, cursor: 'default' },
      })}
      onClick={() => !gone && addToCart(item, offer, navigate)}
    >
      {gone ? 'No longer for sale' : 'Add to Cart'}
    </Button>
  );
};

const Act = (props: BuyProps) => {
  const standing = useStanding(props.item);
  if (standing === 'buyer') return <Buy {...props} />;
  if (standing === 'owner') return <Edit item={props.item} />;
  return (
    <Box flex="1" alignSelf="center" fontSize="sm" color="ink.muted">
      {onlyBrandsBuy}
    </Box>
  );
};

interface ItemCardProps {
  readonly item: MarketItem;
  /** It left the marketplace while it hangs here. */
  readonly gone?: boolean;
  /** The license type that one looks for: the card begins with it. */
  readonly wanted?: Offer['type'] | undefined;
}

/** Media first; then what it is, for what, and for how much. */
export const ItemCard = ({ item, gone = false, wanted }: ItemCardProps) => {
  const offers = offersOf(item);
  const chosenType = useAtomValue(chosenTypesAtom).get(item.id) ?? wanted;
  const choose = useSetAtom(chooseTypeAtom);
  const offer = offers.find(({ type }) => type === chosenType) ?? offers[0];
  const [termsOpen, setTermsOpen] = useState(false);
  const [pointedAt, setPointedAt] = useState(false);
  return (
    <chakra.article
      position="relative"
      display="flex"
      flexDirection="column"
      gap="3"
      minW={0}
      aria-label={item.title}
      onPointerEnter={({ pointerType }) => setPointedAt(pointerType !== 'touch')}
      onPointerLeave={() => setPointedAt(false)}
    >
      <CardPointedAt value={pointedAt}>
        <Media item={item} gone={gone} />
      </CardPointedAt>
      <Words item={item} />
      {/* Over the picture, after the title: the first stop of a card is its way in. */}
      <Box position="absolute" top="6" insetEnd="6">
        <SaveButton item={item} over />
      </Box>
      <OfferLine item={item} offer={offer} gone={gone} onChoose={({ type }) => choose(item.id, type)} />
      <Box display="flex" gap="2">
        <Act item={item} offer={offer} gone={gone} />
        <Button variant="ghost" px="3" me="-3" onClick={() => setTermsOpen(true)}>
          View terms
        </Button>
      </Box>
      <VisuallyHidden role="status">{gone && `${item.title} has left the marketplace.`}</VisuallyHidden>
      {termsOpen && <AgreementDialog item={item} offer={offer} onClose={() => setTermsOpen(false)} />}
    </chakra.article>
  );
};
