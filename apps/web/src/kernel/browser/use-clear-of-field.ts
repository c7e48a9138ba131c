import { useCallback, useEffect, useRef, useState } from 'react';

/** Between a field and what is moved below it, in pixels. */
const gapPx = 8;
const fields = 'input, textarea, select, [contenteditable=true]';

/** How far something has to move down so that it doesn't cover a field; 0 if it doesn't, or if there is no room below. */
export const shiftBelow = (
  covering: { readonly top: number; readonly bottom: number },
  field: { readonly top: number; readonly bottom: number } | null,
  visibleHeight: number,
): number => {
  if (!field || covering.bottom <= field.top || covering.top >= field.bottom) return 0;
  const shift = field.bottom + gapPx - covering.top;
  return covering.bottom + shift <= visibleHeight ? shift : 0;
};

const extentOf = (elements: readonly Element[]) => {
  const boxes = elements.map((element) => element.getBoundingClientRect());
  return { top: Math.min(...boxes.map(({ top }) => top)), bottom: Math.max(...boxes.map(({ bottom }) => bottom)) };
};

/**
 * Keeps what is shown over the page, such as toasts, from covering the field that has the focus.
 *
 * @param selector finds what is shown
 * @returns how far it has to be moved down, in pixels, and a function to call when it has changed
 */
export const useClearOfField = (selector: string) => {
  const [shift, setShift] = useState(0);
  const applied = useRef(0);
  const update = useCallback(() => {
    const shown = [...document.querySelectorAll(selector)];
    const field = document.activeElement?.matches(fields) ? document.activeElement : null;
    const at = extentOf(shown);
    const unmoved = { top: at.top - applied.current, bottom: at.bottom - applied.current };
    const visibleHeight = window.visualViewport?.height ?? window.innerHeight;
    applied.current = shown.length > 0 ? shiftBelow(unmoved, field && extentOf([field]), visibleHeight) : 0;
    setShift(applied.current);
  }, [selector]);
  useEffect(() => {
    const end = new AbortController();
    const { signal } = end;
    for (const type of ['focusin', 'focusout', 'scroll'] as const)
      document.addEventListener(type, update, { signal, capture: true, passive: true });
    (window.visualViewport ?? window).addEventListener('resize', update, { signal });
    return () => end.abort();
  }, [update]);
  return [shift, update] as const;
};
