import { Box } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { TextInput } from '../controls/text-input.tsx';
import { useDebouncedText } from './use-debounced-text.ts';

/** A text field with a magnifying glass; it fills the available width. */
export const SearchField = ({ children, ...props }: ComponentProps<typeof TextInput> & { children?: ReactNode }) => (
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
    <TextInput type="search" ps="11" {...props} />
    {children}
  </Box>
);

interface SearchBoxProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  /** Called after a pause in typing. */
  readonly onChange: (value: string) => void;
}

/** A field that searches while the user types. */
export const SearchBox = ({ label, placeholder, value, onChange }: SearchBoxProps) => {
  const [typed, setTyped] = useDebouncedText(value, onChange);
  return (
    <SearchField
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
};
