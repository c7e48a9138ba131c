import { useRef } from 'react';

/**
 * Where keyboard and screen reader continue in a list once a button has done its work and leaves: the focus must not go
 * with it.
 */
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
