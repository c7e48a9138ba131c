import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { queryOf } from '../filters/filter.ts';
import type { Wall } from './wall.ts';
import { keepScrollPosition, storeScrollPositions, scrollPositionOf } from './scroll-position.ts';

/**
 * The index of the first card whose top is in the window, or else of the last card. Cards are ordered by their tops.
 */
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
 * Remembers the scroll position on the wall for each history entry, and scrolls back to it, even after a reload.
 * `cards` goes on the element that contains the cards; `position` is the remembered position, with the number of items
 * that must be loaded to reach it.
 */
export const useScrollRestoration = ({ items, filter }: Wall) => {
  const { key } = useLocation();
  const query = queryOf(filter);
  const position = useMemo(() => scrollPositionOf(key, query), [key, query]);
  const cards = useRef<HTMLDivElement>(null);
  const remember = useEffectEvent(() => {
    const index = cards.current ? topmostOf(cards.current.children) : 0;
    const [item, card] = [items[index], cards.current?.children[index]];
    if (!item || !card) return;
    keepScrollPosition(key, query, { count: items.length, itemId: item.id, top: card.getBoundingClientRect().top });
  });
  const restore = useEffectEvent(() => {
    const card = cards.current?.children[items.findIndex(({ id }) => id === position?.itemId)];
    if (position && card)
      window.scrollBy({ top: card.getBoundingClientRect().top - position.top, behavior: 'instant' });
  });
  useEffect(() => {
    const onScroll = () => remember();
    const onHide = () => {
      remember();
      storeScrollPositions();
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('pagehide', onHide);
    return () => {
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('pagehide', onHide);
      // The page of an item may be reloaded before the visitor comes back.
      storeScrollPositions();
    };
  }, []);
  const hasItems = items.length > 0;
  // Runs after the router's own restoration, which is right only while the page still has its old height.
  useEffect(() => {
    if (!hasItems) return undefined;
    restore();
    let reached = window.scrollY;
    // Late content, such as a font or the end of the page, moves the position: scroll again, unless the visitor has
    // scrolled.
    const late = new ResizeObserver(() => {
      if (Math.abs(window.scrollY - reached) >= 1) return late.disconnect();
      restore();
      reached = window.scrollY;
    });
    late.observe(document.body);
    return () => late.disconnect();
  }, [hasItems, key, query]);
  return { cards, position };
};
