import { Box, Drawer, Portal } from '@chakra-ui/react';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';

export interface DetailDrawerProps {
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  /** Buttons below the content. */
  readonly actions?: ReactNode;
  readonly onClose: () => void;
  /** The element to focus when it closes; by default the one that opened it. */
  readonly focusAfter?: () => HTMLElement | null;
  readonly children: ReactNode;
}

/** The part of `DetailDrawer` that is loaded on demand. */
export const OpenedDrawer = ({ title, subtitle, actions, onClose, focusAfter, children }: DetailDrawerProps) => (
  <Drawer.Root open onOpenChange={({ open }) => !open && onClose()} {...(focusAfter && { finalFocusEl: focusAfter })}>
    <Portal>
      <Drawer.Backdrop />
      <Drawer.Positioner>
        <Drawer.Content>
          <Drawer.Header pe="16">
            <Box minW="0" overflowWrap="anywhere">
              <Drawer.Title>{title}</Drawer.Title>
              {subtitle && (
                <Box color="ink.muted" fontSize="sm" mt="1">
                  {subtitle}
                </Box>
              )}
            </Box>
          </Drawer.Header>
          <Drawer.Body tabIndex={0} pt="3" css={{ '&:focus-visible': { outlineOffset: '-2px' } }}>
            {children}
          </Drawer.Body>
          {actions && <Drawer.Footer>{actions}</Drawer.Footer>}
          <Drawer.CloseTrigger asChild>
            <Button variant="ghost" size="icon" aria-label="Close">
              <X size={18} strokeWidth={1.5} aria-hidden />
            </Button>
          </Drawer.CloseTrigger>
        </Drawer.Content>
      </Drawer.Positioner>
    </Portal>
  </Drawer.Root>
);
