import { chakra } from '@chakra-ui/react';

/** Stands in the shape of what comes; give it a height or a ratio. */
export const Skeleton = chakra('div', {
  base: { bg: 'hairline', borderRadius: 'control', animation: 'pulse 1.6s ease-in-out infinite' },
});
