import { useRef } from 'react';

/** For a button that disappears when it is pressed: it moves the focus to a place that stays, so that it isn't lost. */
export const useKeptFocus = (action: () => unknown) => {
  const place = useRef<HTMLDivElement>(null);
  const press = () => {
    place.current?.focus({ preventScroll: true });
    action();
  };
  return { place, press };
};
