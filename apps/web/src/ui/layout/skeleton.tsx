import { chakra } from '@chakra-ui/react';

/** A placeholder in the shape of the content that is loading; give it a height or an aspect ratio. */
export const Skeleton = chakra('div', {
  base: { bg: 'hairline', borderRadius: 'control', animation: 'pulse 1.6s ease-in-out infinite' },
});
