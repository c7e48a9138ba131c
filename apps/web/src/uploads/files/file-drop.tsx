import { Box, Portal, Stack, chakra } from '@chakra-ui/react';
import { chosenEndings } from '@tessera/domain/content/media/chosen-endings';
import { ImagePlus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { loadFormats } from './media-file.ts';
import { usePageDrop } from './page-drop.ts';

/** The endings are for systems that don't know these types, and would not let such files be chosen. */
const accepted = ['image/*', 'video/*', ...chosenEndings].join(',');

interface FileDropProps {
  readonly label: string;
  readonly help: ReactNode;
  readonly error: string | undefined;
  readonly multiple?: boolean;
  /** Draws a low strip instead of a large area, for when files are already chosen. */
  readonly low?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Covers the page while files are dragged over it, to show that they can be dropped anywhere. */
const PageHighlight = () => (
  <Portal>
    <Box
      position="fixed"
      inset="3"
      zIndex="popover"
      display="grid"
      placeItems="center"
      pointerEvents="none"
      borderWidth="2px"
      borderStyle="dashed"
      borderColor="accent"
      borderRadius="media"
      bg="color-mix(in srgb, {colors.accent.tint} 88%, transparent)"
      color="accent"
      fontWeight="600"
      fontSize="lg"
    >
      Drop anywhere
    </Box>
  </Portal>
);

/** A drop area that is also a button. It accepts files dropped anywhere on the page, and pasted ones. */
export const FileDrop = ({ label, help, error, multiple = false, low = false, onFiles }: FileDropProps) => {
  const input = useRef<HTMLInputElement>(null);
  const isOver = usePageDrop(onFiles);
  // If it can't be loaded yet, it is tried again once something is chosen.
  useEffect(() => void loadFormats().catch(() => undefined), []);
  return (
    <Box>
      {isOver && <PageHighlight />}
      <chakra.button
        type="button"
        id="media"
        w="100%"
        {...(low ? { py: '5' } : { aspectRatio: { base: 4 / 3 } })}
        borderWidth="1px"
        borderStyle="dashed"
        borderColor={error ? 'trouble' : isOver ? 'accent' : 'hairline.strong'}
        bg={isOver ? 'accent.tint' : 'surface'}
        borderRadius="media"
        cursor="pointer"
        transition="border-color 120ms ease-out"
        _hover={{ borderColor: 'ink' }}
        aria-describedby={error ? 'media-error media-help' : 'media-help'}
        onClick={() => input.current?.click()}
      >
        <Stack align="center" gap="2" px="6">
          <ImagePlus size={low ? 24 : 32} strokeWidth={1.5} aria-hidden />
          <Box fontWeight="600">{label}</Box>
          <Box id="media-help" fontSize="sm" color="ink.muted">
            {help}
          </Box>
        </Stack>
      </chakra.button>
      <chakra.input
        ref={input}
        type="file"
        accept={accepted}
        multiple={multiple}
        hidden
        aria-label={multiple ? 'Media files' : 'Media file'}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      {error && (
        <Box id="media-error" role="alert" mt="2" fontSize="sm" color="trouble">
          {error}
        </Box>
      )}
    </Box>
  );
};
