import { Box, Flex, Grid, chakra } from '@chakra-ui/react';
import { RotateCw, X } from 'lucide-react';
import { memo, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ProgressBar } from '../../ui/layout/progress-bar.tsx';
import type { Step } from './batch-file.ts';
import type { BatchFile } from './batch-upload.atoms.ts';
import { stillAt } from '../files/file-preview.tsx';
import { formatBytes } from '../../ui/facts/bytes.ts';

const covering = { position: 'absolute', inset: 0, w: 'full', h: 'full', objectFit: 'cover' } as const;

const Preview = memo(({ file, preview }: Pick<BatchFile, 'file' | 'preview'>) => {
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
          src={`${preview}${stillAt}`}
          muted
          playsInline
          preload="metadata"
          aria-label={words}
          onError={fail}
        />
      ) : (
        <chakra.img {...covering} src={preview} alt={words} loading="lazy" decoding="async" onError={fail} />
      )}
    </Box>
  );
});

const wordsOf = ({ step, file, uploadId }: BatchFile, running: boolean): string => {
  switch (step.status) {
    case 'chosen':
      return running ? 'Waiting' : formatBytes(file.size);
    case 'sending':
      return `Uploading, ${step.percent}%`;
    case 'reconnecting':
      return 'Connection lost. Trying again…';
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

/** How far a file has come, from 0 to 100. */
export const percentOfStep = (step: Step): number => {
  if (step.status === 'sending' || step.status === 'reconnecting') return step.percent;
  return step.status === 'chosen' || step.status === 'failed' ? 0 : 100;
};

const tones = {
  chosen: 'accent',
  sending: 'accent',
  reconnecting: 'waiting',
  storing: 'accent',
  saving: 'accent',
  saved: 'positive',
  failed: 'trouble',
} as const satisfies Record<Step['status'], string>;

interface Actions {
  readonly onRemove: (file: BatchFile) => void;
  readonly onRetry: (file: BatchFile) => void;
}

interface EntryProps extends Actions {
  readonly entry: BatchFile;
  readonly running: boolean;
}

const Entry = memo(({ entry, running, onRemove, onRetry }: EntryProps) => {
  const { file, step, duplicateOf } = entry;
  const isUntouched = step.status === 'chosen' || step.status === 'failed';
  return (
    <chakra.li listStyleType="none" minW={0}>
      <Preview file={file} preview={entry.preview} />
      <Flex align="flex-start" gap="1" mt="2">
        <Box flex="1" minW={0} fontSize="sm">
          <Box fontWeight="500" truncate title={file.name}>
            {file.name}
          </Box>
          <Box color={step.status === 'failed' ? 'trouble' : 'ink.muted'} fontVariantNumeric="tabular-nums">
            {wordsOf(entry, running)}
          </Box>
          {duplicateOf && (
            <Box color="waiting">
              Already uploaded as{' '}
              <chakra.span textDecoration="underline">
                <Link to={paths.creator.edit(duplicateOf.id)}>{duplicateOf.title}</Link>
              </chakra.span>
            </Box>
          )}
        </Box>
        {step.status === 'failed' && !running && (
          <Button variant="ghost" size="icon" aria-label={`Try ${file.name} again`} onClick={() => onRetry(entry)}>
            <RotateCw size={18} strokeWidth={1.5} aria-hidden />
          </Button>
        )}
        {isUntouched && (
          <Button variant="ghost" size="icon" aria-label={`Remove ${file.name}`} onClick={() => onRemove(entry)}>
            <X size={18} strokeWidth={1.5} aria-hidden />
          </Button>
        )}
      </Flex>
      {!isUntouched && (
        <Box mt="2">
          <ProgressBar label={`Upload of ${file.name}`} percent={percentOfStep(step)} tone={tones[step.status]} />
        </Box>
      )}
    </chakra.li>
  );
});

interface BatchFilesProps extends Actions {
  readonly files: readonly BatchFile[];
  readonly running: boolean;
}

/** The chosen files with a picture of each and how far it has come. */
export const BatchFiles = ({ files, running, onRemove, onRetry }: BatchFilesProps) => (
  <Grid as="ul" aria-label="Chosen files" templateColumns="repeat(auto-fill, minmax(150px, 1fr))" gap="4">
    {files.map((entry) => (
      <Entry key={entry.id} entry={entry} running={running} onRemove={onRemove} onRetry={onRetry} />
    ))}
  </Grid>
);
