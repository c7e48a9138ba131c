import { defaultRangeExtractor } from '@tanstack/react-virtual';
import type { Range } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';

/** Where a body of rows begins in the document, and how wide it is, in pixels; known again whenever the page's size is. */
export const usePlace = () => {
  const body = useRef<HTMLTableSectionElement>(null);
  const [place, setPlace] = useState({ top: 0, width: 0 });
  useLayoutEffect(() => {
    const look = () => {
      if (!body.current) return;
      const box = body.current.getBoundingClientRect();
      const top = Math.round(box.top + window.scrollY);
      const width = Math.round(box.width);
      setPlace((before) => (before.top === top && before.width === width ? before : { top, width }));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return { body, ...place };
};

/** The rows of the range and the one with the focus, which would lose it if it were taken away. */
export const withFocused = (range: Range, focused: number | null): number[] => {
  const indexes = defaultRangeExtractor(range);
  if (focused === null || focused >= range.count || indexes.includes(focused)) return indexes;
  return [...indexes, focused].sort((one, other) => one - other);
};

/** Which row an element is in; NaN outside of them. */
export const indexOf = (element: Element): number =>
  Number(element.closest<HTMLElement>('[data-index]')?.dataset['index']);

const steps: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };
const controls = 'a[href], button:not(:disabled)';

/** With the arrow keys: the control in the same place of the row above or below. */
export const nextControl = (from: EventTarget, key: string): HTMLElement | undefined => {
  const step = steps[key];
  const row = from instanceof Element ? from.closest<HTMLElement>('[data-index]') : null;
  if (!step || !row) return undefined;
  const own = [...row.querySelectorAll<HTMLElement>(controls)].findIndex((control) => control === from);
  const next = row.parentElement?.querySelector(`[data-index="${Number(row.dataset['index']) + step}"]`);
  const others = [...(next?.querySelectorAll<HTMLElement>(controls) ?? [])];
  return others[Math.min(own, others.length - 1)];
};
