import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { queryOf } from '../filters/filter.ts';
import type { Wall } from './wall.ts';
import { keepScrollPosition, storeScrollPositions, scrollPositionOf } from './scroll-position.ts';

/** The first card that begins in the window, or else the last one; cards are in the order of their upper edges. */
const topmostOf = (cards: HTMLCollection): number => {
  let [first, last] = [0, cards.length - 1];
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    if ((cards[middle]?.getBoundingClientRect().top ?? 0) < 0) first = middle + 1;
    else last = middle;
  }
  return first;
};

/**
 * Remembers for each entry of the history where one is on its wall, and goes there again, even after the page was
 * loaded again. `cards` belongs on what holds the cards; `place` is where one was before, with what must hang for that.
 */
export const useScrollRestoration = ({ items, filter }: Wall) => {
  const { key } = useLocation();
  const query = queryOf(filter);
  const place = useMemo(() => scrollPositionOf(key, query), [key, query]);
  const cards = useRef<HTMLDivElement>(null);
  const look = useEffectEvent(() => {
    const index = cards.current ? topmostOf(cards.current.children) : 0;
    const [item, card] = [items[index], cards.current?.children[index]];
    if (!item || !card) return;
    keepScrollPosition(key, query, { count: items.length, itemId: item.id, top: card.getBoundingClientRect().top });
  });
  const goBack = useEffectEvent(() => {
    const card = cards.current?.children[items.findIndex(({ id }) => id === place?.itemId)];
    if (place && card) window.scrollBy({ top: card.getBoundingClientRect().top - place.top, behavior: 'instant' });
  });
  useEffect(() => {
    const onScroll = () => look();
    const onHide = () => {
      look();
      storeScrollPositions();
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('pagehide', onHide);
    return () => {
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('pagehide', onHide);
      // The page of an item may be loaded again before one comes back.
      storeScrollPositions();
    };
  }, []);
  const hangs = items.length > 0;
  // After the router, which knows only how far it was down a page that has its old height.
  useEffect(() => {
    if (!hangs) return undefined;
    goBack();
    let reached = window.scrollY;
    // What comes late, such as a face or the end of the page, moves the place; whoever has scrolled since is left alone.
    const late = new ResizeObserver(() => {
      if (Math.abs(window.scrollY - reached) >= 1) return late.disconnect();
      goBack();
      reached = window.scrollY;
    });
    late.observe(document.body);
    return () => late.disconnect();
  }, [hangs, key, query]);
  return { cards, place };
};
