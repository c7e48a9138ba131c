import { chakra } from '@chakra-ui/react';

/** A sheet of surface for one matter. */
export const Panel = chakra('section', {
  base: { bg: 'surface', borderWidth: '1px', borderRadius: 'media', p: { base: '4', md: '6' }, minW: 0 },
});

/** What a panel, a list or a part of a page is about. */
export const Heading = chakra('h2', { base: { fontSize: 'lg', fontWeight: '600' } });
