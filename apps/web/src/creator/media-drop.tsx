import { AspectRatio, Box, Flex, Stack, chakra } from '@chakra-ui/react';
import { ImagePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { DragEvent } from 'react';
import { mediaBytesMax } from '@tessera/domain/content/forms';
import { toast } from '../kernel/toast.tsx';
import { Button } from '../ui/button.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { formatBytes } from './media-file.ts';
import type { ChosenMedia, Media } from './use-media.ts';
import type { UploadProgress } from './media-upload.ts';

const processed = () => toast.success('File processed');
const unreadable = () => toast.info('No preview', 'Your browser can’t show this file. It is uploaded all the same.');

const Preview = ({ media }: { media: ChosenMedia }) => (
  <AspectRatio ratio={4 / 3} bg="ink" borderRadius="media" overflow="hidden">
    {media.file.type.startsWith('video/') ? (
      <chakra.video src={media.preview} controls muted playsInline onLoadedData={processed} onError={unreadable} />
    ) : (
      <chakra.img
        src={media.preview}
        alt={`Preview of ${media.file.name}`}
        css={{ objectFit: 'contain !important' }}
        onLoad={processed}
        onError={unreadable}
      />
    )}
  </AspectRatio>
);

const percentOf = (progress: UploadProgress): number => {
  if (progress.status === 'failed') return 0;
  if (!('bytesSent' in progress)) return 100;
  return progress.bytesTotal ? Math.floor((progress.bytesSent / progress.bytesTotal) * 100) : 0;
};

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
      <Preview key={chosen.preview} media={chosen} />
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

/** Drop area and button in one; after a choice the preview with the real progress of its upload. */
export const MediaDrop = ({ media, error }: { media: Media; error: string | undefined }) => {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    media.choose(event.dataTransfer.files[0]);
  };
  if (media.media) return <ChosenFile media={media} chosen={media.media} />;
  return (
    <Box>
      <chakra.button
        type="button"
        id="media"
        w="100%"
        aspectRatio={{ base: 4 / 3 }}
        borderWidth="1px"
        borderStyle="dashed"
        borderColor={error ? 'trouble' : over ? 'accent' : 'hairline.strong'}
        bg={over ? 'accent.tint' : 'surface'}
        borderRadius="media"
        cursor="pointer"
        aria-describedby={error ? 'media-error media-help' : 'media-help'}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Stack align="center" gap="2" px="6">
          <ImagePlus size={32} strokeWidth={1.5} aria-hidden />
          <Box fontWeight="600">Drop a photo or video here, or choose a file</Box>
          <Box id="media-help" fontSize="sm" color="ink.muted">
            Up to {formatBytes(mediaBytesMax).replace('.0', '')}. The upload starts at once; buyers see a reduced,
            watermarked preview.
          </Box>
        </Stack>
      </chakra.button>
      <chakra.input
        ref={input}
        type="file"
        accept="image/*,video/*"
        hidden
        aria-label="Media file"
        onChange={(event) => {
          media.choose(event.target.files?.[0]);
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
