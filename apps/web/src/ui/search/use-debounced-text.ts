import { useEffect, useEffectEvent, useState } from 'react';

/** How long after the last key the text is reported. */
export const typingPauseMs = 400;

/** The text of a field: reported through `onChange` after a pause in typing, and replaced if `value` changes elsewhere. */
export const useDebouncedText = (value: string, onChange: (value: string) => void) => {
  const [typed, setTyped] = useState(value);
  const [sent, setSent] = useState(value);
  const [shownFor, setShownFor] = useState(value);
  // The field follows a value that changed elsewhere, such as by Back. One that it sent itself must not undo later typing.
  if (shownFor !== value) {
    setShownFor(value);
    if (value !== sent) setTyped(value);
    setSent(value);
  }
  const send = useEffectEvent(() => {
    setSent(typed);
    onChange(typed);
  });
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(send, typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return [typed, setTyped] as const;
};
