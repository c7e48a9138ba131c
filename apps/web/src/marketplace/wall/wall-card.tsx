import { Box, chakra } from '@chakra-ui/react';
import { wallSizes } from '@tessera/domain/content/media/renditions';
import { Eye } from 'lucide-react';
import { Suspense, memo, useDeferredValue, useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { SaveButton } from '../../boards/public.ts';
import { AgreementDialog, sampleCreator } from '../../licenses/public.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Money } from '../../ui/facts/money.tsx';
import { StatusBadge } from '../../ui/facts/status-badge.tsx';
import { PictureButton } from '../../ui/media/picture-button.tsx';
import { CardFrame, isSameCard } from '../pictures/card-frame.tsx';
import type { CardProps } from '../pictures/card-frame.tsx';
import { CardPicture } from '../pictures/card-picture.tsx';
import { useItemLink } from '../item/use-item-link.ts';
import { LicenseSelect, Purchase } from '../item-purchase.tsx';
import { lowestOf, offersOf } from '../offers.ts';
import type { MarketItem, Offer } from '../offers.ts';
import { useOffer } from '../use-offer.ts';
import { captionHeight, rowsMinWidth } from './justified-layout.ts';
import { lazyPart } from '../../kernel/lazy-component.tsx';

const QuickView = lazyPart(async () => ({ default: (await import('./quick-view.tsx')).QuickView }));

const tagsMax = 2;

const touch = '@media (hover: none)';

/** A wall in columns, whose pictures have no room for the purchase overlay. */
const columns = `@container wall (width < ${rowsMinWidth}px)`;
/** A picture in a row that is too low for the overlay. */
const lowPicture = '@container picture (height < 190px)';
const hidden = { display: 'none' } as const;
const shown = { opacity: 1, '& :is(a, button, select)': { pointerEvents: 'auto' } } as const;

/**
 * At rest, a card is its picture and a caption of two lines. While the card is hovered or has the focus, the actions are
 * shown over the picture. On touch screens, and where there is no room, they are in the quick view instead. Hidden
 * actions can't be pressed, so that a tap on the picture opens the item's page.
 */
const cardStyles = {
  '& [data-over]': { opacity: 0, pointerEvents: 'none', transition: 'opacity 140ms ease-out' },
  '&:hover [data-over], &:has(:focus-visible) [data-over]': shown,
  '& [data-over]:has([data-state=open])': shown,
  // A rule of its own, because a browser that doesn't know `:open` ignores the whole rule.
  '&:has(select:open) [data-over]': shown,
  '& [data-over] :focus-visible': { outlineColor: 'veil.ink' },
  [touch]: { '& [data-over=choices]': hidden, '& [data-over=tools]': shown },
  [columns]: { '& [data-over=choices]': hidden, '& [data-over=tools]': shown },
  [lowPicture]: { '& [data-over=choices]': hidden, '& [data-over=tools]': shown },
} as const;

const overlayStyles = {
  gridTemplateAreas: '"about about" "type price" "purchase terms"',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  '@container picture (width < 260px)': {
    gridTemplateAreas: '"about about" "type type" "price terms" "purchase purchase"',
  },
  '@container picture (width < 220px) or (height < 250px)': { '& > [data-about]': hidden },
} as const;

interface CaptionProps {
  readonly item: MarketItem;
  readonly preferredType: Offer['type'] | undefined;
  readonly gone: boolean;
}

/** The price of the license type being filtered by, or else the lowest. */
const CaptionPrice = ({ item, preferredType, gone }: CaptionProps) => {
  const offer = offersOf(item).find(({ type }) => type === preferredType);
  const { cents, isOneOfSeveral } = lowestOf(item);
  if (gone) return 'No longer for sale';
  if (offer) return <Money cents={offer.cents} />;
  return (
    <>
      {isOneOfSeveral && 'from '}
      <Money cents={cents} />
    </>
  );
};

const Caption = ({ item, preferredType, gone }: CaptionProps) => (
  <Box order={1} pt="2.5" fontSize="sm" lineHeight="20px">
    <chakra.h2 fontSize="sm" fontWeight="600" display="flex">
      <chakra.span truncate asChild _hover={{ textDecoration: 'underline', textUnderlineOffset: '3px' }}>
        <Link {...useItemLink(item.id)}>{item.title}</Link>
      </chakra.span>
    </chakra.h2>
    <Box display="flex" justifyContent="space-between" gap="3" color="ink.muted">
      <chakra.span truncate>{item.sample ? sampleCreator : item.creator_name}</chakra.span>
      <chakra.span whiteSpace="nowrap" color="ink">
        <CaptionPrice item={item} preferredType={preferredType} gone={gone} />
      </chakra.span>
    </Box>
  </Box>
);

interface ToolsProps {
  readonly item: MarketItem;
  readonly onQuickView: () => void;
}

const Tools = ({ item, onQuickView }: ToolsProps) => (
  <Box position="absolute" top="2" insetEnd="2" display="flex">
    <Box data-over="tools">
      <PictureButton aria-label={`Quick view of ${item.title}`} title="Quick view" onClick={onQuickView}>
        <Eye size={16} strokeWidth={1.5} aria-hidden />
      </PictureButton>
    </Box>
    <SaveButton item={item} look="over" />
  </Box>
);

interface PurchaseOverlayProps extends CaptionProps {
  readonly offer: Offer;
  readonly onTerms: () => void;
}

const PurchaseOverlay = ({ item, preferredType, offer, gone, onTerms }: PurchaseOverlayProps) => (
  <Box
    data-over="choices"
    position="absolute"
    insetX="0"
    bottom="0"
    display="grid"
    gap="2"
    p="3"
    pt="10"
    borderBottomRadius="media"
    color="veil.ink"
    bgImage="linear-gradient(to top, {colors.veil} calc(100% - 32px), transparent)"
    css={overlayStyles}
  >
    <Box data-about gridArea="about" display="grid" gap="2">
      <chakra.p fontSize="sm" lineHeight="1.35" lineClamp={2}>
        {item.description}
      </chakra.p>
      <Box display="flex" gap="1.5" overflow="hidden" _empty={hidden}>
        {item.tags.slice(0, tagsMax).map((tag) => (
          <StatusBadge key={tag}>{tag}</StatusBadge>
        ))}
      </Box>
    </Box>
    <Box gridArea="type">
      <LicenseSelect item={item} preferredType={preferredType} disabled={gone} minH="9" fontSize="sm" />
    </Box>
    <Box gridArea="price" alignSelf="center" fontWeight="600" textAlign="end" aria-live="polite">
      <Money cents={offer.cents} />
    </Box>
    <Box gridArea="purchase" display="grid">
      <Purchase item={item} offer={offer} gone={gone} size="sm" />
    </Box>
    <Button
      gridArea="terms"
      variant="ghost"
      size="sm"
      px="2"
      color="veil.ink"
      _hover={{ bg: 'veil', textDecoration: 'underline' }}
      onClick={onTerms}
    >
      View terms
    </Button>
  </Box>
);

/** Renders its children after pictures and captions, and not on touch screens, which have the quick view. */
const PointerOnly = ({ children }: { children: ReactNode }) =>
  useDeferredValue(!window.matchMedia('(hover: none)').matches, false) && children;

/** An item on the wall: picture, title, creator and price; the actions are over the picture or in the quick view. */
export const WallCard = memo(({ item, gone = false, preferredType, place }: CardProps) => {
  const { offer } = useOffer(item, preferredType);
  const [openDialog, setOpenDialog] = useState<'terms' | 'quick view' | null>(null);
  const close = () => setOpenDialog(null);
  return (
    <CardFrame item={item} gone={gone} place={place} bodyHeight={captionHeight} css={cardStyles}>
      <Caption item={item} preferredType={preferredType} gone={gone} />
      <CardPicture item={item} gone={gone} place={place} sizes={wallSizes}>
        <Tools item={item} onQuickView={() => setOpenDialog('quick view')} />
        <PointerOnly>
          <PurchaseOverlay
            item={item}
            preferredType={preferredType}
            offer={offer}
            gone={gone}
            onTerms={() => setOpenDialog('terms')}
          />
        </PointerOnly>
      </CardPicture>
      {openDialog === 'terms' && <AgreementDialog item={item} offer={offer} onClose={close} />}
      <Suspense>
        {openDialog === 'quick view' && (
          <QuickView item={item} gone={gone} preferredType={preferredType} onClose={close} />
        )}
      </Suspense>
    </CardFrame>
  );
}, isSameCard);
WallCard.displayName = 'WallCard';
