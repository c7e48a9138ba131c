import { Box } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { TextInput } from './text-input.tsx';

/** After the last key. */
export const typingPauseMs = 400;

interface SearchBoxProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  /** Told after a pause in typing. */
  readonly onChange: (value: string) => void;
}

/** A field to look for something while one types; as wide as its place. */
export const SearchBox = ({ label, placeholder, value, onChange }: SearchBoxProps) => {
  const [typed, setTyped] = useState(value);
  const [sent, setSent] = useState(value);
  const [shownFor, setShownFor] = useState(value);
  // Something else changed the value, such as Back: the box follows it. What it sent itself must not undo later typing.
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
  return (
    <Box position="relative" flex="1">
      <Box
        position="absolute"
        insetStart="3.5"
        top="0"
        h="full"
        display="grid"
        placeItems="center"
        color="ink.muted"
        pointerEvents="none"
      >
        <Search size={18} strokeWidth={1.5} aria-hidden />
      </Box>
      <TextInput
        type="search"
        aria-label={label}
        placeholder={placeholder}
        ps="11"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </Box>
  );
};
