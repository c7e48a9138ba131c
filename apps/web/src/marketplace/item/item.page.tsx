import { Box, VisuallyHidden, chakra } from '@chakra-ui/react';
import { useAtomValue, useStore } from 'jotai';
import { ArrowLeft } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { RecordView, SaveButton } from '../../boards/public.ts';
import { paths } from '../../paths.ts';
import { useTrackView } from '../../traffic/public.ts';
import { AgreementDialog, LicensedNote } from '../../licenses/public.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { TextLink } from '../../ui/controls/text-link.tsx';
import { Portrait } from '../../ui/facts/portrait.tsx';
import { StatusBadge } from '../../ui/facts/status-badge.tsx';
import { EmptyState, LoadFailed } from '../../ui/layout/empty-state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { Purchase } from '../item-purchase.tsx';
import { listedItemAtom } from '../marketplace.atoms.ts';
import type { MarketItem } from '../offers.ts';
import { useIsOwn } from '../use-is-own.ts';
import { useOffer } from '../use-offer.ts';
import { ItemFacts } from './item-facts.tsx';
import { ItemBadges } from './item-media.tsx';
import { ItemPreview } from './item-preview.tsx';
import { itemAtom } from './item.atoms.ts';
import type { ItemState } from './item.atoms.ts';
import { LicenseComparison } from './license-comparison.tsx';
import { LicenseRows } from './license-rows.tsx';
import { OtherWork, SimilarWork } from './other-work.tsx';
import { ShareItem } from './share-item.tsx';
import { itemOriginOf, listAddress } from './use-item-link.ts';

/** Leads back to the list as it was, or to the marketplace if the visitor didn't come from a list. */
const BackLink = () => {
  const { pathname, state } = useLocation() as { pathname: string; state: unknown };
  const navigate = useNavigate();
  const cameFrom = itemOriginOf(state);
  return (
    <ButtonLink
      to={cameFrom?.list ?? listAddress(pathname)}
      onClick={(event) => {
        if (!cameFrom || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void navigate(-cameFrom.pagesAgo);
      }}
      variant="ghost"
      px="2"
      ms="-2"
      mb="3"
      color="ink.muted"
    >
      <ArrowLeft size={16} strokeWidth={1.5} aria-hidden />
      Marketplace
    </ButtonLink>
  );
};

/** The picture, and beside it the licenses. */
const columns = {
  display: 'grid',
  gap: { base: '5', lg: '10' },
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 7fr) minmax(0, 5fr)' },
} as const;

/** As high as the window, so that the page footer stays out of view. */
const Loading = () => (
  <Box role="status" alignContent="start" minH="100dvh" {...columns}>
    <VisuallyHidden>Loading content</VisuallyHidden>
    <Skeleton aspectRatio="3 / 2" borderRadius="media" />
    <Box display="grid" alignContent="start" gap="4">
      <Skeleton h="9" w="70%" />
      <Skeleton h="5" w="40%" />
      <Skeleton h="56" borderRadius="media" />
      <Skeleton h="11" />
    </Box>
  </Box>
);

type LoadedItem = Omit<ItemState, 'status' | 'item'> & { readonly item: MarketItem };

/** The creator's name, which links to their public page, or else to their items. */
const Creator = ({ item, creatorName, creatorHandle, creatorPortrait }: Omit<LoadedItem, 'original' | 'gone'>) => {
  const list = listAddress(useLocation().pathname);
  if (item.sample || creatorName === null) return creatorName && `By ${creatorName}`;
  const items = `${list}?${new URLSearchParams({ creator: item.creator_id })}`;
  return (
    <>
      {creatorPortrait && <Portrait name={creatorName} picture={creatorPortrait} size="6" />}
      <span>
        By <TextLink to={creatorHandle === null ? items : paths.creatorPage(creatorHandle)}>{creatorName}</TextLink>
      </span>
    </>
  );
};

const Heading = ({ item, gone, ...creator }: Omit<LoadedItem, 'original'>) => (
  <Box>
    <Box display="flex" flexWrap="wrap" gap="2" mb="3" _empty={{ display: 'none' }}>
      <ItemBadges item={item} />
      {item.editorial && <StatusBadge tone="neutral">Editorial use only</StatusBadge>}
      {item.ai_generated && <StatusBadge tone="neutral">Made with AI</StatusBadge>}
      {gone && <StatusBadge tone="waiting">No longer for sale</StatusBadge>}
    </Box>
    <chakra.h1
      fontFamily="display"
      fontSize={{ base: '2xl', md: '3xl' }}
      lineHeight="1.15"
      letterSpacing="-0.01em"
      overflowWrap="anywhere"
    >
      {item.title}
    </chakra.h1>
    <chakra.p color="ink.muted" mt="2" minH="6" display="flex" alignItems="center" gap="2" overflowWrap="anywhere">
      <Creator item={item} {...creator} />
    </chakra.p>
  </Box>
);

/** The licenses with their prices, and the button to buy one. */
const Licenses = ({ item, gone }: { item: MarketItem; gone: boolean }) => {
  const { offer } = useOffer(item);
  const [areTermsOpen, setAreTermsOpen] = useState(false);
  const isOwn = useIsOwn(item);
  return (
    <chakra.section aria-labelledby="licenses-heading" display="grid" gap="3">
      <chakra.h2 id="licenses-heading" fontSize="sm" fontWeight="600">
        {isOwn ? 'Licenses and prices' : 'Choose a license'}
      </chakra.h2>
      <LicenseRows item={item} />
      {item.editorial && (
        <chakra.p fontSize="sm" color="ink.muted">
          For news, commentary and education, not for advertising, as stated in the agreement.
        </chakra.p>
      )}
      {item.screens_only && (
        <chakra.p fontSize="sm" color="ink.muted">
          A small picture, under 1 megapixel: right for screens, too little for print.
        </chakra.p>
      )}
      <Box display="grid" gap="1" mt="1">
        <Purchase item={item} offer={offer} gone={gone} size="lg" />
        <Box display="flex" justifyContent="space-between" mx="-3">
          <Button variant="ghost" px="3" onClick={() => setAreTermsOpen(true)}>
            View terms
          </Button>
          <Box display="flex" gap="1">
            <SaveButton item={item} />
            <ShareItem item={item} />
          </Box>
        </Box>
      </Box>
      {areTermsOpen && <AgreementDialog item={item} offer={offer} onClose={() => setAreTermsOpen(false)} />}
    </chakra.section>
  );
};

const Item = ({ item, original, gone, ...creator }: LoadedItem) => {
  useTrackView(item);
  return (
    <Box display="grid" gridTemplateColumns="minmax(0, 1fr)" gap={{ base: '8', md: '12' }}>
      <Box {...columns}>
        <ItemPreview item={item} gone={gone} />
        <Box display="grid" gridTemplateColumns="minmax(0, 1fr)" alignContent="start" gap="5" minW="0">
          <Heading item={item} gone={gone} {...creator} />
          <LicensedNote contentId={item.id} />
          <Licenses item={item} gone={gone} />
        </Box>
      </Box>
      <VisuallyHidden role="status">{gone && `${item.title} has left the marketplace.`}</VisuallyHidden>
      <ItemFacts item={item} original={original} />
      <LicenseComparison />
      <RecordView item={item} />
      <OtherWork key={item.id} item={item} creatorName={creator.creatorName} />
      <SimilarWork item={item} />
    </Box>
  );
};

/** One item: its preview, what each license costs and allows, its creator's other work and similar items. */
export const ItemPage = () => {
  const { contentId = '' } = useParams();
  const store = useStore();
  const state = useAtomValue(
    useMemo(() => itemAtom(contentId, store.get(listedItemAtom(contentId))), [contentId, store]),
  );
  const isFound = state.status === 'loading' || state.status === 'loaded';
  return (
    <Page title={state.item?.title ?? (isFound ? 'Content' : 'Not for sale')}>
      <BackLink />
      {state.item && <Item key={contentId} {...state} item={state.item} />}
      {!state.item && state.status === 'loading' && <Loading />}
      {state.status === 'missing' && <EmptyState sentence="This item is not for sale." />}
      {state.status === 'failed' && <LoadFailed what="This item" onTryAgain={() => window.location.reload()} />}
    </Page>
  );
};

export { ItemPage as Component };
