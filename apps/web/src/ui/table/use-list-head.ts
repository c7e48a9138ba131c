import { useKeptFocus } from '../controls/use-kept-focus.ts';

/** Moves the focus to the beginning of a list when a button that disappears is pressed, so that it isn't lost. */
export const useListHead = (readFromStart: () => unknown) => {
  const { place: head, press: readAgain } = useKeptFocus(readFromStart);
  const focusHead = () => head.current?.focus({ preventScroll: true });
  const showNewRows = () => {
    readAgain();
    head.current?.scrollIntoView({ block: 'start' });
  };
  return { head, focusHead, readAgain, showNewRows };
};
