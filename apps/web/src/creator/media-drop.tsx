import { Box, Flex, Stack } from '@chakra-ui/react';
import type { UploadProgress } from '../kernel/media-upload.ts';
import { Button } from '../ui/button.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { FileDrop } from './file-drop.tsx';
import { FilePreview } from './file-preview.tsx';
import { formatBytes, sizeHelp } from './media-file.ts';
import { percentOf } from './upload-percent.ts';
import type { ChosenMedia, Media } from './use-media.ts';

const barColors = {
  uploading: 'accent',
  paused: 'waiting',
  storing: 'accent',
  stored: 'positive',
  failed: 'trouble',
} as const satisfies Record<UploadProgress['status'], string>;

const statusWords = (progress: UploadProgress): string => {
  switch (progress.status) {
    case 'uploading':
    case 'paused': {
      const amount = `${formatBytes(progress.bytesSent)} of ${formatBytes(progress.bytesTotal)}, ${percentOf(progress)}%`;
      return progress.status === 'paused' ? `Paused at ${amount}` : `Uploading ${amount}`;
    }
    case 'storing':
      return 'Preparing the preview…';
    case 'stored':
      return `Stored, ${formatBytes(progress.bytesTotal)}`;
    case 'failed':
      return progress.message;
  }
};

const Controls = ({ media: { media, pause, resume, retry, remove } }: { media: Media }) => {
  const status = media?.progress.status;
  return (
    <Flex gap="2" wrap="wrap">
      {status === 'uploading' && (
        <Button variant="secondary" size="sm" onClick={pause}>
          Pause
        </Button>
      )}
      {status === 'paused' && (
        <Button variant="secondary" size="sm" onClick={resume}>
          Resume
        </Button>
      )}
      {status === 'failed' && (
        <Button variant="secondary" size="sm" onClick={retry}>
          Try again
        </Button>
      )}
      <Button variant="ghost" size="sm" onClick={remove}>
        {status === 'stored' || status === 'failed' ? 'Remove file' : 'Cancel upload'}
      </Button>
    </Flex>
  );
};

const ChosenFile = ({ media, chosen }: { media: Media; chosen: ChosenMedia }) => {
  const { progress, file } = chosen;
  return (
    <Stack gap="3">
      <FilePreview key={chosen.preview} file={file} preview={chosen.preview} />
      <Flex justify="space-between" gap="3" fontSize="sm" fontVariantNumeric="tabular-nums">
        <Box fontWeight="500" truncate>
          {file.name}
        </Box>
        <Box
          color={progress.status === 'failed' ? 'trouble' : 'ink.muted'}
          role={progress.status === 'failed' ? 'alert' : undefined}
        >
          {statusWords(progress)}
        </Box>
      </Flex>
      <ProgressBar label={`Upload of ${file.name}`} percent={percentOf(progress)} tone={barColors[progress.status]} />
      <Controls media={media} />
    </Stack>
  );
};

/** The drop area; after a choice the preview with the real progress of its upload. */
export const MediaDrop = ({ media, error }: { media: Media; error: string | undefined }) =>
  media.media ? (
    <ChosenFile media={media} chosen={media.media} />
  ) : (
    <FileDrop
      words="Drop a photo or video here, or choose a file"
      help={`${sizeHelp} The upload starts at once; buyers see a reduced, watermarked preview.`}
      error={error}
      onFiles={([file]) => media.choose(file)}
    />
  );
