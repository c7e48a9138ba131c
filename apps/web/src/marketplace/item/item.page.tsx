import { Box, VisuallyHidden, chakra } from '@chakra-ui/react';
import { useAtomValue, useStore } from 'jotai';
import { ArrowLeft } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { formatDay } from '../../kernel/dates.ts';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { NoteSeen, SaveButton } from '../../boards/public.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { AgreementDialog, LicensedNote } from '../../licenses/public.ts';
import { Page } from '../../ui/layout/page.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { StatusBadge } from '../../ui/facts/status-badge.tsx';
import { addToCart } from '../add-to-cart.ts';
import { ItemBadges } from './item-media.tsx';
import { ItemPreview } from './item-preview.tsx';
import { itemAtom } from './item.atoms.ts';
import type { Seen } from './item.atoms.ts';
import { LicenseComparison } from './license-comparison.tsx';
import { hungItemAtom } from '../marketplace.atoms.ts';
import type { MarketItem, Offer } from '../offers.ts';
import { OtherWork } from './other-work.tsx';
import { useStanding } from '../standing.ts';
import { itemOriginOf } from './use-item-link.ts';

/** Back to the list as it was left, where one came from a list. */
const BackLink = () => {
  const { pathname, state } = useLocation() as { pathname: string; state: unknown };
  const navigate = useNavigate();
  const cameFrom = itemOriginOf(state);
  const isBrands = pathname.startsWith(paths.brand.home);
  return (
    <ButtonLink
      to={cameFrom?.list ?? (isBrands ? paths.brand.marketplace : paths.marketplace)}
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

const Loading = () => (
  <Box role="status" display="grid" gap="8" gridTemplateColumns={{ base: '1fr', lg: '7fr 5fr' }}>
    <VisuallyHidden>Loading content</VisuallyHidden>
    <Skeleton aspectRatio="4 / 3" borderRadius="media" />
    <Box display="grid" alignContent="start" gap="4">
      <Skeleton h="9" w="70%" />
      <Skeleton h="5" w="40%" />
      <Skeleton h="20" />
    </Box>
  </Box>
);

const Words = ({ item, creatorName, gone }: Pick<Seen, 'creatorName' | 'gone'> & { item: MarketItem }) => (
  <Box display="grid" alignContent="start" gap="4" minW="0">
    <Box display="flex" flexWrap="wrap" gap="2" _empty={{ display: 'none' }}>
      <ItemBadges item={item} />
      {gone && <StatusBadge tone="waiting">No longer for sale</StatusBadge>}
    </Box>
    <Box>
      <chakra.h1
        fontFamily="display"
        fontSize={{ base: '2xl', md: '3xl' }}
        lineHeight="1.15"
        letterSpacing="-0.01em"
        overflowWrap="anywhere"
      >
        {item.title}
      </chakra.h1>
      <chakra.p color="ink.muted" mt="2" minH="6">
        {creatorName && `By ${creatorName}`}
      </chakra.p>
    </Box>
    <chakra.p maxW="prose" whiteSpace="pre-line" overflowWrap="anywhere">
      {item.description}
    </chakra.p>
    <Box display="flex" flexWrap="wrap" gap="1.5">
      {item.tags.map((tag) => (
        <StatusBadge key={tag}>{tag}</StatusBadge>
      ))}
    </Box>
    <chakra.dl display="grid" gridTemplateColumns="auto 1fr" columnGap="4" rowGap="1" fontSize="sm">
      <chakra.dt color="ink.muted">Brand</chakra.dt>
      <chakra.dd overflowWrap="anywhere">{item.brand_name}</chakra.dd>
      <chakra.dt color="ink.muted">Published</chakra.dt>
      <chakra.dd>{formatDay(item.created_at)}</chakra.dd>
    </chakra.dl>
    <LicensedNote contentId={item.id} />
    <Box>
      <SaveButton item={item} />
    </Box>
    <NoteSeen item={item} />
    {useStanding(item) === 'owner' && (
      <ButtonLink to={paths.creator.edit(item.id)} variant="secondary" justifySelf="start">
        Edit
      </ButtonLink>
    )}
  </Box>
);

const Item = ({ seen: { creatorName, gone }, item }: { seen: Seen; item: MarketItem }) => {
  const navigate = useNavigate();
  const [terms, setTerms] = useState<Offer | null>(null);
  return (
    <Box display="grid" gap={{ base: '8', md: '10' }}>
      <Box display="grid" gap={{ base: '5', lg: '10' }} gridTemplateColumns={{ base: '1fr', lg: '7fr 5fr' }}>
        <ItemPreview item={item} gone={gone} />
        <Words item={item} creatorName={creatorName} gone={gone} />
      </Box>
      <VisuallyHidden role="status">{gone && `${item.title} has left the marketplace.`}</VisuallyHidden>
      <LicenseComparison
        item={item}
        gone={gone}
        onTerms={setTerms}
        onAdd={(offer) => addToCart(item, offer, navigate)}
      />
      <OtherWork key={item.id} item={item} creatorName={creatorName} />
      {terms && <AgreementDialog item={item} offer={terms} onClose={() => setTerms(null)} />}
    </Box>
  );
};

const ItemUnavailable = ({ failed }: { failed: boolean }) => (
  <EmptyState
    sentence={
      failed ? 'This item could not be loaded. Check your connection and try again.' : 'This item is not for sale.'
    }
    action={
      failed && (
        <Button variant="secondary" onClick={() => window.location.reload()}>
          Try again
        </Button>
      )
    }
  />
);

/** One item: how it looks, what each license allows and costs, and what else its creator sells. */
export const ItemPage = () => {
  const { contentId = '' } = useParams();
  const store = useStore();
  const seen = useAtomValue(useMemo(() => itemAtom(contentId, store.get(hungItemAtom(contentId))), [contentId, store]));
  const isThere = seen.status === 'loading' || seen.status === 'loaded';
  return (
    <Page title={seen.item?.title ?? (isThere ? 'Content' : 'Not for sale')}>
      <BackLink />
      {seen.item && <Item key={contentId} seen={seen} item={seen.item} />}
      {!seen.item && seen.status === 'loading' && <Loading />}
      {!isThere && <ItemUnavailable failed={seen.status === 'failed'} />}
    </Page>
  );
};
