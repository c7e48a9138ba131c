import { chakra } from '@chakra-ui/react';
import type { ComponentProps } from 'react';

/** The touch target is 44 px; the visible circle is smaller. */
const Base = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    w: '11',
    h: '11',
    borderRadius: 'full',
    color: 'veil.ink',
    cursor: 'pointer',
    '& > span': {
      display: 'grid',
      placeItems: 'center',
      w: '9',
      h: '9',
      borderRadius: 'full',
      bg: 'veil',
      transition: 'background-color 120ms ease-out',
    },
    _hover: { '& > span': { bg: 'ink', color: 'paper' } },
  },
});

/** A round button with an icon, for use over a picture; it needs an aria-label. */
export const PictureButton = ({ children, ...props }: ComponentProps<typeof Base>) => (
  <Base type="button" {...props}>
    <span>{children}</span>
  </Base>
);
