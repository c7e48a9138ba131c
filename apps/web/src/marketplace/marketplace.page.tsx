import { Box } from '@chakra-ui/react';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useMemo, useRef } from 'react';
import type { RefObject } from 'react';
import { RecentlyViewed, SavedLink } from '../boards/public.ts';
import { Page, PageHeading } from '../ui/layout/page.tsx';
import { emptyFilter, queryOf } from './filters/filter.ts';
import { Filters } from './filters/filters.tsx';
import { cardLayout, cardRatioOf } from './cards/card-layout.ts';
import { ItemCard } from './cards/item-card.tsx';
import { chipsAtom, followMarketplaceAtom, showAtom, wallAtomOf } from './marketplace.atoms.ts';
import { useFilter } from './filters/use-filter.ts';
import { useScrollRestoration } from './wall/use-scroll-restoration.ts';
import { viewAtom } from './view.atoms.ts';
import type { View } from './view.atoms.ts';
import { aspectRatioOf, justifiedLayout } from './wall/justified-layout.ts';
import { PlacedPictures } from './pictures/placed-pictures.tsx';
import { SearchedInstead } from './wall/searched-instead.tsx';
import { NothingFound } from './wall/nothing-found.tsx';
import { WallBar, countOf } from './wall/wall-bar.tsx';
import { WallCard } from './wall/wall-card.tsx';
import { LoadMore } from './wall/load-more.tsx';
import type { Wall } from './wall/wall.ts';
import { ResultAnnouncement, Loading, NewItemsButton, SamplesNote } from './wall/wall-states.tsx';

const views = {
  cards: { Card: ItemCard, layout: cardLayout, ratioOf: cardRatioOf },
  wall: { Card: WallCard, layout: justifiedLayout, ratioOf: aspectRatioOf },
} as const;

interface ItemsProps {
  readonly wall: Wall;
  readonly view: View;
  readonly cards: RefObject<HTMLDivElement | null>;
}

const Items = ({ wall, view, cards }: ItemsProps) => {
  const { items, gone, filter } = wall;
  const { Card, layout, ratioOf } = views[view];
  const aspectRatios = useMemo(() => items.map(ratioOf), [items, ratioOf]);
  return (
    <PlacedPictures aspectRatios={aspectRatios} layout={layout} frame={cards}>
      {(index, place) => {
        const item = items[index];
        if (!item) return null;
        return (
          <Card
            key={item.id}
            item={item}
            gone={gone.has(item.id)}
            preferredType={filter.license || undefined}
            place={place}
          />
        );
      }}
    </PlacedPictures>
  );
};

/** Everything that can be licensed, as cards or on a wall. */
export const MarketplacePage = () => {
  const { filter, change } = useFilter();
  const wall = useAtomValue(useMemo(() => wallAtomOf(filter), [filter]));
  const chips = useAtomValue(chipsAtom);
  const view = useAtomValue(viewAtom);
  const show = useSetAtom(showAtom);
  const follow = useSetAtom(followMarketplaceAtom);
  const { cards, position } = useScrollRestoration(wall);
  useEffect(() => void show(filter, { count: position?.count }), [show, filter, position]);
  useEffect(() => follow(), [follow]);
  const top = useRef<HTMLDivElement>(null);
  const refresh = () => show(filter, { refresh: true });
  /** For buttons that disappear once they have been pressed, so that the focus isn't lost. */
  const focusWall = () => top.current?.focus({ preventScroll: true });
  /** For buttons that are gone by then: scrolls, and moves the focus, to where the items are. */
  const showItems = () => {
    focusWall();
    top.current?.scrollIntoView({ block: 'start' });
  };
  const showNewItems = async () => {
    await refresh();
    showItems();
  };
  const retry = () => {
    focusWall();
    void refresh();
  };
  const clear = () => {
    focusWall();
    change({ ...emptyFilter, sort: filter.sort });
  };
  /** Changes whenever the wall is read from its beginning. */
  const search = `${queryOf(filter)} ${wall.generation}`;
  const areSamples = wall.items.some((item) => item.sample);
  const isEmpty = wall.status !== 'loading' && wall.items.length === 0;
  return (
    <Page title="Content Marketplace">
      <PageHeading
        intro="Photos and videos by independent creators. License terms and price are shown on each piece of content."
        actions={<SavedLink />}
      >
        Content Marketplace
      </PageHeading>
      <Filters
        filter={filter}
        tags={chips}
        onChange={change}
        found={wall.status === 'loading' ? '' : countOf(wall)}
        onShowItems={showItems}
      />
      <WallBar wall={wall} filter={filter} onChange={change} onEmptied={focusWall} />
      <Box ref={top} mt="5" tabIndex={-1} role="region" aria-label="Content" scrollMarginTop="6" outline="none">
        <NewItemsButton count={wall.newItems.length} onShow={() => void showNewItems()} />
        {wall.meant !== null && !isEmpty && (
          <SearchedInstead search={filter.search.trim()} meant={wall.meant} onChange={change} onChanged={focusWall} />
        )}
        {(areSamples || wall.status === 'failed') && <SamplesNote failed={wall.status === 'failed'} onRetry={retry} />}
        {wall.status === 'loading' && <Loading view={view} />}
        <Box role="status">{wall.items.length > 0 && <ResultAnnouncement key={search} wall={wall} />}</Box>
        {isEmpty && <NothingFound meant={wall.meant} onChange={change} onClear={clear} />}
        <Items wall={wall} view={view} cards={cards} />
        {wall.items.length > 0 && !areSamples && <LoadMore key={search} wall={wall} />}
      </Box>
      <RecentlyViewed />
    </Page>
  );
};

export { MarketplacePage as Component };
