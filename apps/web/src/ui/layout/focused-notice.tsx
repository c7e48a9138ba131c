import { Box } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import type { ComponentProps } from 'react';
import { Notice } from './notice.tsx';

/** The outcome of a form. It takes the focus, so that keyboard and screen reader users continue from there. */
export const FocusedNotice = (props: ComponentProps<typeof Notice>) => {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <Box ref={place} tabIndex={-1} borderRadius="control">
      <Notice {...props} />
    </Box>
  );
};
