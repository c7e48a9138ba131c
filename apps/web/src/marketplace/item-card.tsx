import { Box, VisuallyHidden, chakra } from '@chakra-ui/react';
import { wallSizes } from '@tessera/domain/content/media/renditions';
import { Eye } from 'lucide-react';
import { Suspense, lazy, memo, useDeferredValue, useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { SaveButton } from '../boards/public.ts';
import { AgreementDialog, sampleCreator } from '../licenses/public.ts';
import { Button } from '../ui/controls/button.tsx';
import { Money } from '../ui/facts/money.tsx';
import { StatusBadge } from '../ui/facts/status-badge.tsx';
import { CardHoverContext } from '../ui/media/media-clip.tsx';
import { PictureButton } from '../ui/media/picture-button.tsx';
import { ItemBadges, ItemMedia } from './item/item-media.tsx';
import { useItemLink } from './item/use-item-link.ts';
import { LicenseSelect, Purchase } from './item-purchase.tsx';
import { lowestOf, offersOf } from './offers.ts';
import type { MarketItem, Offer } from './offers.ts';
import { useOffer } from './use-offer.ts';
import { rowsMinWidth, captionHeight } from './wall/justified-layout.ts';
import type { Place } from './wall/justified-layout.ts';

const QuickView = lazy(async () => ({ default: (await import('./quick-view.tsx')).QuickView }));

const tagsMax = 2;

/** Room around a card for focus rings, which would be clipped at its edges; in pixels. */
const focusRingMargin = 12;

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

/** Makes the whole picture a link for pointer users; the title is the accessible one. */
const PictureLink = ({ item }: { item: MarketItem }) => (
  <Box asChild position="absolute" inset="0">
    <Link {...useItemLink(item.id)} tabIndex={-1} aria-hidden />
  </Box>
);

const Badges = ({ item }: { item: MarketItem }) => (
  <Box
    position="absolute"
    top="2"
    // Beside the play button of a video.
    insetStart={item.clip_url ? '14' : '3'}
    insetEnd="24"
    minH="11"
    display="flex"
    flexWrap="wrap"
    alignItems="center"
    gap="2"
    pointerEvents="none"
  >
    <ItemBadges item={item} />
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
    <SaveButton item={item} over />
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

interface ItemCardProps {
  readonly item: MarketItem;
  /** It has left the marketplace since it was listed. */
  readonly gone?: boolean;
  /** The license type being filtered by, which the card selects at first. */
  readonly preferredType?: Offer['type'] | undefined;
  readonly place: Place;
}

/**
 * The card's place with room for focus rings. It needs a fixed size, because cards far from the window aren't laid out.
 */
const cardBox = ({ left, top, width, height }: Place) => ({
  left: left - focusRingMargin,
  top: top - focusRingMargin,
  width: width + 2 * focusRingMargin,
  height: height + captionHeight + 2 * focusRingMargin,
});

const isSamePlace = (one: Place, other: Place) =>
  one.left === other.left && one.top === other.top && one.width === other.width && one.height === other.height;

/** An item on the wall: picture, title, creator and price; the actions are over the picture or in the quick view. */
export const ItemCard = memo(
  ({ item, gone = false, preferredType, place }: ItemCardProps) => {
    const { offer } = useOffer(item, preferredType);
    const [openDialog, setOpenDialog] = useState<'terms' | 'quick view' | null>(null);
    const [isHovered, setIsHovered] = useState(false);
    const close = () => setOpenDialog(null);
    return (
      <chakra.article
        position="absolute"
        display="flex"
        flexDirection="column"
        p={`${focusRingMargin}px`}
        contentVisibility="auto"
        overflowClipMargin="6px"
        css={cardStyles}
        style={cardBox(place)}
        aria-label={item.title}
        onPointerEnter={({ pointerType }) => setIsHovered(pointerType !== 'touch')}
        onPointerLeave={() => setIsHovered(false)}
      >
        <Caption item={item} preferredType={preferredType} gone={gone} />
        <Box position="relative" flexShrink={0} css={{ container: 'picture / size' }} style={{ height: place.height }}>
          <CardHoverContext value={isHovered}>
            <ItemMedia
              item={item}
              gone={gone}
              sizes={wallSizes}
              ratio={`${place.width} / ${place.height}`}
              over={<PictureLink item={item} />}
            />
          </CardHoverContext>
          <Badges item={item} />
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
        </Box>
        <VisuallyHidden role="status">{gone && `${item.title} has left the marketplace.`}</VisuallyHidden>
        {openDialog === 'terms' && <AgreementDialog item={item} offer={offer} onClose={close} />}
        <Suspense>
          {openDialog === 'quick view' && (
            <QuickView item={item} gone={gone} preferredType={preferredType} onClose={close} />
          )}
        </Suspense>
      </chakra.article>
    );
  },
  (before, after) =>
    before.item === after.item &&
    before.gone === after.gone &&
    before.preferredType === after.preferredType &&
    isSamePlace(before.place, after.place),
);
ItemCard.displayName = 'ItemCard';
