import { chakra } from '@chakra-ui/react';

/** A framed section for one topic. */
export const Panel = chakra('section', {
  base: { bg: 'surface', borderWidth: '1px', borderRadius: 'media', p: { base: '4', md: '6' }, minW: 0 },
});

/** The heading of a panel, a list or a section. */
export const Heading = chakra('h2', { base: { fontSize: 'lg', fontWeight: '600' } });
