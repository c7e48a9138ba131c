import { Box } from '@chakra-ui/react';
import { charactersOf } from '@tessera/domain/kernel/text';

/** The first letters of the first and last words. */
const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters
    .flatMap((word) => [...charactersOf(word ?? '')].slice(0, 1))
    .join('')
    .toLocaleUpperCase();
};

const fontSizes = { '6': 'xs', '9': 'xs', '14': 'lg', '20': '2xl' } as const;
export type PortraitSize = keyof typeof fontSizes;

/** A tile in place of a portrait. It is decorative (not exposed as text), because the name is always shown next to it. */
export const Initials = ({ name, size = '9' }: { name: string; size?: PortraitSize }) => (
  <Box
    as="span"
    aria-hidden
    data-initials={initialsOf(name)}
    _before={{ content: 'attr(data-initials)' }}
    display="inline-grid"
    placeItems="center"
    flexShrink={0}
    boxSize={size}
    borderRadius="control"
    bg="accent.tint"
    color="accent"
    fontSize={fontSizes[size]}
    fontWeight="600"
  />
);
