import { chakra } from '@chakra-ui/react';

/** A sheet of surface for one matter. */
export const Panel = chakra('section', {
  base: { bg: 'surface', borderWidth: '1px', borderRadius: 'media', p: { base: '4', md: '6' }, minW: 0 },
});
