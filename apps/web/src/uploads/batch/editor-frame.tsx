import { Box, Flex } from '@chakra-ui/react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { DetailDrawer } from '../../ui/layout/detail-drawer.tsx';
import { Heading } from '../../ui/layout/panel.tsx';
import type { BatchFile } from './batch-upload.atoms.ts';

const headingOf = ([file, ...others]: readonly BatchFile[]) =>
  others.length > 0 ? `${others.length + 1} files` : (file?.file.name ?? '');

const thumbnailOf = (id: string | undefined) => document.querySelector<HTMLElement>(`[data-file="${id}"]`);

interface EditorFrameProps {
  readonly files: readonly BatchFile[];
  readonly isDesktop: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * The frame of the selected files' editor: next to the grid, or a drawer over it on a phone. Escape returns to the
 * grid.
 */
export const EditorFrame = ({ files, isDesktop, onClose, children }: EditorFrameProps) => {
  const first = files[0]?.id;
  if (!isDesktop)
    return (
      <DetailDrawer
        title={headingOf(files)}
        actions={<Button onClick={onClose}>Done</Button>}
        onClose={onClose}
        focusAfter={() => thumbnailOf(first)}
      >
        {children}
      </DetailDrawer>
    );
  const close = () => {
    onClose();
    thumbnailOf(first)?.focus();
  };
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
  };
  return (
    <Box as="section" aria-label={`Details of ${headingOf(files)}`} onKeyDown={closeOnEscape}>
      <Flex align="center" justify="space-between" gap="3" mb="3">
        <Heading truncate>{headingOf(files)}</Heading>
        <Button variant="secondary" size="sm" onClick={close}>
          Done
        </Button>
      </Flex>
      {children}
    </Box>
  );
};
