import { VisuallyHidden, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import { CardHoverContext } from '../../ui/media/media-clip.tsx';
import type { LicenseType } from '@tessera/domain/license-types';
import type { MarketItem } from '../offers.ts';
import type { Place } from './column-layout.ts';

/** Room around a card for focus rings, which would be clipped at its edges; in pixels. */
const focusRingMargin = 12;

/** A card's place with room for focus rings. It needs a fixed size, because cards far from the window aren't laid out. */
const boxOf = ({ left, top, width, height }: Place, bodyHeight: number) => ({
  left: left - focusRingMargin,
  top: top - focusRingMargin,
  width: width + 2 * focusRingMargin,
  height: height + bodyHeight + 2 * focusRingMargin,
});

interface CardFrameProps extends ComponentProps<typeof chakra.article> {
  readonly item: MarketItem;
  /** It has left the marketplace since it was listed. */
  readonly gone: boolean;
  /** Of its picture. */
  readonly place: Place;
  /** The height of what is below the picture, in pixels. */
  readonly bodyHeight: number;
}

/** What every item's card is: an article at its place, whose clip plays while it is hovered. */
export const CardFrame = ({ item, gone, place, bodyHeight, children, ...styles }: CardFrameProps) => {
  const [isHovered, setIsHovered] = useState(false);
  return (
    <chakra.article
      position="absolute"
      display="flex"
      flexDirection="column"
      p={`${focusRingMargin}px`}
      contentVisibility="auto"
      overflowClipMargin="6px"
      style={boxOf(place, bodyHeight)}
      aria-label={item.title}
      onPointerEnter={({ pointerType }) => setIsHovered(pointerType !== 'touch')}
      onPointerLeave={() => setIsHovered(false)}
      {...styles}
    >
      <CardHoverContext value={isHovered}>{children}</CardHoverContext>
      <VisuallyHidden role="status">{gone && `${item.title} has left the marketplace.`}</VisuallyHidden>
    </chakra.article>
  );
};

export interface CardProps {
  readonly item: MarketItem;
  /** It has left the marketplace since it was listed. */
  readonly gone?: boolean;
  /** The license type being filtered by, which the card selects at first. */
  readonly preferredType?: LicenseType | undefined;
  readonly place: Place;
}

const isSamePlace = (one: Place, other: Place) =>
  one.left === other.left && one.top === other.top && one.width === other.width && one.height === other.height;

/** For `memo`: adding a page computes all places anew, and most are as before. */
export const isSameCard = (before: CardProps, after: CardProps) =>
  before.item === after.item &&
  before.gone === after.gone &&
  before.preferredType === after.preferredType &&
  isSamePlace(before.place, after.place);
