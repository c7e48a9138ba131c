import { Box, Flex, Grid, chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import type { BatchFile } from './batch-upload.atoms.ts';
import { formatBytes } from './media-file.ts';

const covering = { position: 'absolute', inset: 0, w: 'full', h: 'full', objectFit: 'cover' } as const;

const Preview = ({ entry: { file, preview } }: { entry: BatchFile }) => {
  const [unreadable, setUnreadable] = useState(false);
  const words = `Preview of ${file.name}`;
  const fail = () => setUnreadable(true);
  return (
    <Box position="relative" aspectRatio={4 / 3} bg="sunken" borderRadius="media" overflow="hidden">
      {unreadable ? (
        <Grid position="absolute" inset={0} placeItems="center" color="ink.muted" fontSize="sm">
          No preview
        </Grid>
      ) : file.type.startsWith('video/') ? (
        <chakra.video
          {...covering}
          src={preview}
          muted
          playsInline
          preload="metadata"
          aria-label={words}
          onError={fail}
        />
      ) : (
        <chakra.img {...covering} src={preview} alt={words} onError={fail} />
      )}
    </Box>
  );
};

const wordsOf = ({ step, file, uploadId }: BatchFile): string => {
  switch (step.status) {
    case 'chosen':
      return formatBytes(file.size);
    case 'sending':
      return `Uploading, ${step.percent}%`;
    case 'storing':
      return 'Preparing the preview…';
    case 'saving':
      return 'Saving…';
    case 'saved':
      return 'Saved';
    case 'failed':
      return uploadId ? `Stored, but not saved: ${step.message}` : step.message;
  }
};

const percentOf = ({ step }: BatchFile): number => {
  if (step.status === 'sending') return step.percent;
  return step.status === 'chosen' || step.status === 'failed' ? 0 : 100;
};

const tones = {
  chosen: 'accent',
  sending: 'accent',
  storing: 'accent',
  saving: 'accent',
  saved: 'positive',
  failed: 'trouble',
} as const satisfies Record<BatchFile['step']['status'], string>;

interface EntryProps {
  readonly entry: BatchFile;
  readonly running: boolean;
  readonly onRemove: () => void;
}

const Entry = ({ entry, running, onRemove }: EntryProps) => {
  const { file, step } = entry;
  return (
    <chakra.li listStyleType="none" minW={0}>
      <Preview entry={entry} />
      <Flex align="flex-start" gap="1" mt="2">
        <Box flex="1" minW={0} fontSize="sm">
          <Box fontWeight="500" truncate title={file.name}>
            {file.name}
          </Box>
          <Box color={step.status === 'failed' ? 'trouble' : 'ink.muted'} fontVariantNumeric="tabular-nums">
            {wordsOf(entry)}
          </Box>
        </Box>
        {!running && (
          <Button variant="ghost" size="icon" aria-label={`Remove ${file.name}`} onClick={onRemove}>
            <X size={18} strokeWidth={1.5} aria-hidden />
          </Button>
        )}
      </Flex>
      {step.status !== 'chosen' && step.status !== 'failed' && (
        <Box mt="2">
          <ProgressBar label={`Upload of ${file.name}`} percent={percentOf(entry)} tone={tones[step.status]} />
        </Box>
      )}
    </chakra.li>
  );
};

interface BatchFilesProps {
  readonly files: readonly BatchFile[];
  readonly running: boolean;
  readonly onRemove: (file: BatchFile) => void;
}

/** The chosen files with a picture of each and how far it has come. */
export const BatchFiles = ({ files, running, onRemove }: BatchFilesProps) => (
  <Grid as="ul" aria-label="Chosen files" templateColumns="repeat(2, minmax(0, 1fr))" gap="4">
    {files.map((entry) => (
      <Entry key={entry.id} entry={entry} running={running} onRemove={() => onRemove(entry)} />
    ))}
  </Grid>
);
