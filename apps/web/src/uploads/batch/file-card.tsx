import { Box, Flex, Grid, chakra } from '@chakra-ui/react';
import { Check, RotateCw, X } from 'lucide-react';
import { memo, useCallback, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextLink } from '../../ui/controls/text-link.tsx';
import { ProgressBar } from '../../ui/layout/progress-bar.tsx';
import { percentOfStep } from './batch-file.ts';
import type { Step } from './batch-file.ts';
import type { BatchFile } from './batch-upload.atoms.ts';
import { stillAt } from '../files/file-preview.tsx';
import { formatBytes } from '../../ui/facts/bytes.ts';

const fullSize = { w: 'full', h: 'full', objectFit: 'contain' } as const;

const noPreview = 'No preview';

interface PreviewProps extends Pick<BatchFile, 'file' | 'preview'> {
  readonly unreadable: boolean;
  readonly onUnreadable: () => void;
}

const Preview = memo(({ file, preview, unreadable, onUnreadable: fail }: PreviewProps) => {
  const label = `Preview of ${file.name}`;
  if (unreadable)
    return (
      <Grid h="full" placeItems="center" color="ink.muted" fontSize="sm">
        {noPreview}
      </Grid>
    );
  return file.type.startsWith('video/') ? (
    <chakra.video
      {...fullSize}
      src={`${preview}${stillAt}`}
      muted
      playsInline
      preload="metadata"
      aria-label={label}
      onError={fail}
    />
  ) : (
    <chakra.img {...fullSize} src={preview} alt={label} loading="lazy" decoding="async" onError={fail} />
  );
});

const statusText = ({ step, file, uploadId }: BatchFile, running: boolean, missing: string): string => {
  switch (step.status) {
    case 'chosen':
      if (missing) return `Needs ${missing}`;
      return running ? 'Waiting' : `Ready, ${formatBytes(file.size)}`;
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
      return uploadId ? `Uploaded, but not saved: ${step.message}` : step.message;
  }
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

export interface FileActions {
  readonly onRemove: (file: BatchFile) => void;
  readonly onRetry: (file: BatchFile) => void;
  readonly onPick: (id: string, how: { readonly more: boolean; readonly range: boolean }) => void;
  readonly onFocusFile: (id: string) => void;
}

interface FileCardProps extends FileActions {
  readonly entry: BatchFile;
  readonly running: boolean;
  readonly isSelected: boolean;
  /** Whether Tab stops here; the arrow keys reach the other files. */
  readonly isTabStop: boolean;
  /** What the file still needs before it can be published, as text; empty once it is ready. */
  readonly missing: string;
}

type ThumbnailProps = Pick<FileCardProps, 'entry' | 'isSelected' | 'isTabStop' | 'onPick' | 'onFocusFile'>;

/** The file's picture, a button that selects the file. */
const Thumbnail = ({ entry: { id, file, preview }, isSelected, isTabStop, onPick, onFocusFile }: ThumbnailProps) => {
  const [unreadable, setUnreadable] = useState(false);
  const fail = useCallback(() => setUnreadable(true), []);
  return (
    <chakra.button
      type="button"
      data-file={id}
      aria-pressed={isSelected}
      aria-label={`Select ${file.name}${unreadable ? `: ${noPreview}` : ''}`}
      aria-describedby={`file-${id}`}
      tabIndex={isTabStop ? 0 : -1}
      position="relative"
      display="block"
      w="full"
      aspectRatio={1}
      p="2.5"
      bg={isSelected ? 'accent.tint' : 'sunken'}
      borderRadius="media"
      boxShadow={isSelected ? 'inset 0 0 0 2px {colors.accent}' : 'inset 0 0 0 1px {colors.hairline}'}
      cursor="pointer"
      transition="background-color 120ms ease-out"
      onFocus={() => onFocusFile(id)}
      onClick={(event) => onPick(id, { more: event.ctrlKey || event.metaKey, range: event.shiftKey })}
    >
      <Preview file={file} preview={preview} unreadable={unreadable} onUnreadable={fail} />
      {isSelected && (
        <Grid
          position="absolute"
          top="2"
          insetEnd="2"
          boxSize="6"
          placeItems="center"
          borderRadius="full"
          bg="accent"
          color="accent.contrast"
        >
          <Check size={14} strokeWidth={2.5} aria-hidden />
        </Grid>
      )}
    </chakra.button>
  );
};

const Caption = ({ entry, running, missing }: Pick<FileCardProps, 'entry' | 'running' | 'missing'>) => {
  const { id, file, step, draft, duplicateOf } = entry;
  const color = step.status === 'failed' ? 'trouble' : missing && step.status === 'chosen' ? 'waiting' : 'ink.muted';
  return (
    <Box id={`file-${id}`} flex="1" minW={0} fontSize="sm">
      <Box fontWeight="500" truncate color={draft.title ? undefined : 'ink.muted'} title={draft.title || undefined}>
        {draft.title || 'No title yet'}
      </Box>
      <Box color="ink.muted" fontSize="xs" truncate title={file.name}>
        {file.name}
      </Box>
      <Box color={color} fontVariantNumeric="tabular-nums">
        {statusText(entry, running, missing)}
      </Box>
      {step.status === 'saved' && <TextLink to={paths.item(step.contentId)}>View listing</TextLink>}
      {duplicateOf && (
        <Box color="waiting">
          Already uploaded as{' '}
          <chakra.span textDecoration="underline">
            <Link to={paths.creator.edit(duplicateOf.id)}>{duplicateOf.title}</Link>
          </chakra.span>
        </Box>
      )}
    </Box>
  );
};

/** One file of the batch, with its status and actions. */
export const FileCard = memo(
  ({ entry, running, isSelected, isTabStop, missing, onRemove, onRetry, ...thumbnail }: FileCardProps) => {
    const { file, step } = entry;
    const isUntouched = step.status === 'chosen' || step.status === 'failed';
    return (
      <chakra.li listStyleType="none" minW={0}>
        <Thumbnail entry={entry} isSelected={isSelected} isTabStop={isTabStop} {...thumbnail} />
        <Flex align="flex-start" gap="1" mt="2">
          <Caption entry={entry} running={running} missing={missing} />
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
  },
);
