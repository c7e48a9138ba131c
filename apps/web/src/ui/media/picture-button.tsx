import { chakra } from '@chakra-ui/react';
import type { ComponentProps } from 'react';

/** 44 px to the finger, less to the eye. */
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

/** A round button with one icon that lies over a picture; it needs an aria-label. */
export const PictureButton = ({ children, ...props }: ComponentProps<typeof Base>) => (
  <Base type="button" {...props}>
    <span>{children}</span>
  </Base>
);
