import { Box, Dialog, Portal, chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useTrackView } from '../../traffic/public.ts';
import { AgreementDialog, sampleCreator } from '../../licenses/public.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Money } from '../../ui/facts/money.tsx';
import { StatusBadge } from '../../ui/facts/status-badge.tsx';
import { ItemBadges, ItemMedia } from '../item/item-media.tsx';
import { useItemLink } from '../item/use-item-link.ts';
import { LicenseSelect, Purchase } from '../item-purchase.tsx';
import type { MarketItem, Offer } from '../offers.ts';
import { useOffer } from '../use-offer.ts';
import { aspectRatioOf } from './justified-layout.ts';

interface QuickViewProps {
  readonly item: MarketItem;
  readonly gone: boolean;
  readonly preferredType: Offer['type'] | undefined;
  readonly onClose: () => void;
}

/** Leaves room for the choices below the picture, or beside it. */
const pictureHeight = { base: '44dvh', md: '68dvh' };
const sizes = '(min-width: 768px) 560px, 100vw';

const Picture = ({ item, gone }: Pick<QuickViewProps, 'item' | 'gone'>) => {
  const aspectRatio = aspectRatioOf(item);
  return (
    <Box bg="sunken" display="grid" placeItems="center" p={{ base: '3', md: '4' }} css={{ '--height': pictureHeight }}>
      <Box w="full" style={{ maxWidth: `calc(var(--height) * ${aspectRatio})` }}>
        <ItemMedia item={item} gone={gone} sizes={sizes} ratio={String(aspectRatio)} />
      </Box>
    </Box>
  );
};

/** A dialog with what a card shows, with room for all of it, without leaving the wall. */
export const QuickView = ({ item, gone, preferredType, onClose }: QuickViewProps) => {
  const { offer } = useOffer(item, preferredType);
  const [areTermsOpen, setAreTermsOpen] = useState(false);
  const link = useItemLink(item.id);
  useTrackView(item);
  return (
    <Dialog.Root open onOpenChange={({ open }) => !open && onClose()}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content
            maxW="960px"
            overflow="auto"
            display="grid"
            gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '3fr 2fr' }}
          >
            <Picture item={item} gone={gone} />
            <Box p={{ base: '5', md: '8' }} display="flex" flexDirection="column" gap="4" minW="0">
              <Box pe={{ md: '8' }}>
                <Dialog.Title overflowWrap="anywhere">{item.title}</Dialog.Title>
                <Box color="ink.muted" fontSize="sm" mt="1">
                  {item.sample ? sampleCreator : item.creator_name}
                </Box>
              </Box>
              <Box display="flex" flexWrap="wrap" gap="2" _empty={{ display: 'none' }}>
                <ItemBadges item={item} />
                {item.tags.map((tag) => (
                  <StatusBadge key={tag}>{tag}</StatusBadge>
                ))}
              </Box>
              <chakra.p fontSize="sm" lineClamp={4} overflowWrap="anywhere">
                {item.description}
              </chakra.p>
              <Box display="flex" alignItems="center" gap="3" mt={{ md: 'auto' }}>
                <LicenseSelect item={item} preferredType={preferredType} disabled={gone} />
                <Box fontSize="lg" fontWeight="600" textAlign="end" aria-live="polite">
                  <Money cents={offer.cents} />
                </Box>
              </Box>
              <Box display="grid" gap="2">
                <Purchase item={item} offer={offer} gone={gone} />
                <Box display="flex" flexWrap="wrap" justifyContent="space-between">
                  <Button variant="ghost" px="3" ms="-3" onClick={() => setAreTermsOpen(true)}>
                    View terms
                  </Button>
                  <Button variant="ghost" px="3" me="-3" asChild>
                    <Link {...link}>View details</Link>
                  </Button>
                </Box>
              </Box>
            </Box>
            <Dialog.CloseTrigger asChild>
              <Button variant="secondary" size="icon" borderRadius="full" aria-label="Close">
                <X size={18} strokeWidth={1.5} aria-hidden />
              </Button>
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
      {areTermsOpen && <AgreementDialog item={item} offer={offer} onClose={() => setAreTermsOpen(false)} />}
    </Dialog.Root>
  );
};
