import { defaultRangeExtractor } from '@tanstack/react-virtual';
import type { Range } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';

/** The top of a table body in the document and its width, in pixels, updated whenever the page changes size. */
export const useTableBounds = () => {
  const body = useRef<HTMLTableSectionElement>(null);
  const [bounds, setBounds] = useState({ top: 0, width: 0 });
  useLayoutEffect(() => {
    const measure = () => {
      if (!body.current) return;
      const box = body.current.getBoundingClientRect();
      const top = Math.round(box.top + window.scrollY);
      const width = Math.round(box.width);
      setBounds((before) => (before.top === top && before.width === width ? before : { top, width }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return { body, ...bounds };
};

/** The rows of the range, plus the focused one, which would lose the focus if it were removed. */
export const withFocused = (range: Range, focused: number | null): number[] => {
  const indexes = defaultRangeExtractor(range);
  if (focused === null || focused >= range.count || indexes.includes(focused)) return indexes;
  return [...indexes, focused].sort((one, other) => one - other);
};

/** The index of the row that contains an element; NaN outside of the rows. */
export const indexOf = (element: Element): number =>
  Number(element.closest<HTMLElement>('[data-index]')?.dataset['index']);

const steps: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };
const controls = 'a[href], button:not(:disabled)';

/** For the arrow keys: the corresponding control in the row above or below. */
export const nextControl = (from: EventTarget, key: string): HTMLElement | undefined => {
  const step = steps[key];
  const row = from instanceof Element ? from.closest<HTMLElement>('[data-index]') : null;
  if (!step || !row) return undefined;
  const own = [...row.querySelectorAll<HTMLElement>(controls)].findIndex((control) => control === from);
  const next = row.parentElement?.querySelector(`[data-index="${Number(row.dataset['index']) + step}"]`);
  const others = [...(next?.querySelectorAll<HTMLElement>(controls) ?? [])];
  return others[Math.min(own, others.length - 1)];
};
