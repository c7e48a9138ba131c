import { useRef } from 'react';

/** Moves the focus to the beginning of a list when a button that disappears is pressed, so that it isn't lost. */
export const useListHead = (readFromStart: () => unknown) => {
  const head = useRef<HTMLDivElement>(null);
  const focusHead = () => head.current?.focus({ preventScroll: true });
  const readAgain = () => {
    focusHead();
    readFromStart();
  };
  const showNewRows = () => {
    readAgain();
    head.current?.scrollIntoView({ block: 'start' });
  };
  return { head, focusHead, readAgain, showNewRows };
};
