import { useEffect, useEffectEvent, useState } from 'react';

/** After the last key. */
export const typingPauseMs = 400;

/** What is typed into a field, told after a pause in typing; it follows a value that something else has changed. */
export const useDebouncedText = (value: string, onChange: (value: string) => void) => {
  const [typed, setTyped] = useState(value);
  const [sent, setSent] = useState(value);
  const [shownFor, setShownFor] = useState(value);
  // Something else changed the value, such as Back: the field follows it. What it sent itself must not undo later typing.
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
