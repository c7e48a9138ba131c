import { Box, Flex } from '@chakra-ui/react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { DetailDrawer } from '../../ui/layout/detail-drawer.tsx';
import { Heading } from '../../ui/layout/panel.tsx';
import type { BatchFile } from './batch-upload.atoms.ts';

const headingOf = ([file, ...others]: readonly BatchFile[]) =>
  others.length > 0 ? `${others.length + 1} files` : (file?.file.name ?? '');

const tileOf = (id: string | undefined) => document.querySelector<HTMLElement>(`[data-tile="${id}"]`);

interface PanelPlaceProps {
  readonly files: readonly BatchFile[];
  readonly isDesk: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The panel of what is chosen: beside the table, and over it on a phone. Escape leads back to the table. */
export const PanelPlace = ({ files, isDesk, onClose, children }: PanelPlaceProps) => {
  const first = files[0]?.id;
  if (!isDesk)
    return (
      <DetailDrawer
        title={headingOf(files)}
        actions={<Button onClick={onClose}>Done</Button>}
        onClose={onClose}
        focusAfter={() => tileOf(first)}
      >
        {children}
      </DetailDrawer>
    );
  const close = () => {
    onClose();
    tileOf(first)?.focus();
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
  };
  return (
    <Box as="section" aria-label={`Words and terms of ${headingOf(files)}`} onKeyDown={leave}>
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
