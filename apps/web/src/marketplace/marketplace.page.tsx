import { Box } from '@chakra-ui/react';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useMemo, useRef } from 'react';
import type { RefObject } from 'react';
import { RecentlySeen, SavedLink } from '../boards/public.ts';
import { Page, PageHeading } from '../ui/layout/page.tsx';
import { everything, queryOf } from './filters/filter.ts';
import { Filters } from './filters/filters.tsx';
import { ItemCard } from './item-card.tsx';
import { chipsAtom, followMarketplaceAtom, showAtom, wallAtomOf } from './marketplace.atoms.ts';
import { useFilter } from './filters/use-filter.ts';
import { useWallPlace } from './wall/use-scroll-restoration.ts';
import { proportionOf } from './wall/justified-layout.ts';
import { Hung } from './wall/justified-wall.tsx';
import { NothingFound } from './wall/nothing-found.tsx';
import { WallBar } from './wall/wall-bar.tsx';
import { WallEnd } from './wall/load-more.tsx';
import type { Wall } from './wall/wall.ts';
import { Found, Loading, News, SamplesNote } from './wall/wall-states.tsx';

const Items = ({ wall, cards }: { wall: Wall; cards: RefObject<HTMLDivElement | null> }) => {
  const { items, gone, filter } = wall;
  const proportions = useMemo(() => items.map(proportionOf), [items]);
  return (
    <Hung proportions={proportions} wall={cards}>
      {(index, place) => {
        const item = items[index];
        if (!item) return null;
        return (
          <ItemCard
            key={item.id}
            item={item}
            gone={gone.has(item.id)}
            wanted={filter.license || undefined}
            place={place}
          />
        );
      }}
    </Hung>
  );
};

/** The wall of everything that can be licensed. */
export const MarketplacePage = () => {
  const { filter, change } = useFilter();
  const wall = useAtomValue(useMemo(() => wallAtomOf(filter), [filter]));
  const chips = useAtomValue(chipsAtom);
  const show = useSetAtom(showAtom);
  const follow = useSetAtom(followMarketplaceAtom);
  const { cards, place } = useWallPlace(wall);
  useEffect(() => void show(filter, { count: place?.count }), [show, filter, place]);
  useEffect(() => follow(), [follow]);
  const top = useRef<HTMLDivElement>(null);
  const again = () => show(filter, { again: true });
  /** For a button that leaves once it has done its work: the focus must not go with it. */
  const focusWall = () => top.current?.focus({ preventScroll: true });
  const showNewRows = async () => {
    await again();
    // The button has gone with its news: the reader, and the focus, go to where they hang.
    focusWall();
    top.current?.scrollIntoView({ block: 'start' });
  };
  const retry = () => {
    focusWall();
    void again();
  };
  const clear = () => {
    focusWall();
    change({ ...everything, sort: filter.sort });
  };
  /** Another one for each time that the wall is read from its beginning. */
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
      <Filters filter={filter} tags={chips} onChange={change} />
      <WallBar wall={wall} filter={filter} onChange={change} onEmptied={focusWall} />
      <Box ref={top} mt="5" tabIndex={-1} role="region" aria-label="Content" scrollMarginTop="24" outline="none">
        <News count={wall.news.length} onShow={() => void showNewRows()} />
        {(areSamples || wall.status === 'failed') && <SamplesNote failed={wall.status === 'failed'} onRetry={retry} />}
        {wall.status === 'loading' && <Loading />}
        <Box role="status">{wall.items.length > 0 && <Found key={search} wall={wall} />}</Box>
        {isEmpty && <NothingFound search={filter.search.trim()} onChange={change} onClear={clear} />}
        <Items wall={wall} cards={cards} />
        {wall.items.length > 0 && !areSamples && <WallEnd key={search} wall={wall} />}
      </Box>
      <RecentlySeen />
    </Page>
  );
};
