import type { Duplicate } from '@tessera/contract/uploads';
import { Box, Flex, Stack } from '@chakra-ui/react';
import type { UploadProgress } from '../sending/media-upload.ts';
import { toast } from '../../kernel/toast.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Notice, NoticeLink } from '../../ui/layout/notice.tsx';
import { ProgressBar } from '../../ui/layout/progress-bar.tsx';
import { FileDrop } from './file-drop.tsx';
import { FilePreview } from './file-preview.tsx';
import { sizeHelp } from './media-file.ts';
import { usePageDrop } from './page-drop.ts';
import { PrivateNotice } from './private-notice.tsx';
import { percentOf } from '../sending/upload-percent.ts';
import { progressText, speedText } from '../sending/progress-text.ts';
import type { ChosenMedia, MediaUploadState } from '../sending/use-media-upload.ts';

const barColors = {
  uploading: 'accent',
  paused: 'waiting',
  reconnecting: 'waiting',
  storing: 'accent',
  stored: 'positive',
  failed: 'trouble',
} as const satisfies Record<UploadProgress['status'], string>;

const textColors: Partial<Record<UploadProgress['status'], string>> = { reconnecting: 'waiting', failed: 'trouble' };

const Controls = ({ media: { chosen, pause, resume, retry, remove } }: { media: MediaUploadState }) => {
  const status = chosen?.progress.status;
  return (
    <Flex gap="2" wrap="wrap">
      {(status === 'uploading' || status === 'reconnecting') && (
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

const DuplicateNotice = ({ of }: { of: Duplicate }) => (
  <Notice
    tone="waiting"
    title={`You already uploaded this file as “${of.title}”.`}
    action={<NoticeLink to={paths.creator.edit(of.id)}>Edit “{of.title}”</NoticeLink>}
  >
    You can still publish it again.
  </Notice>
);

const Status = ({ chosen: { progress } }: { chosen: ChosenMedia }) => {
  const speed = speedText(progress);
  return (
    <Box fontSize="sm" fontVariantNumeric="tabular-nums">
      <Box
        color={textColors[progress.status] ?? 'ink.muted'}
        role={progress.status === 'failed' ? 'alert' : 'status'}
        // The numbers change constantly, so screen readers get them from the progress bar instead.
        aria-live={progress.status === 'uploading' ? 'off' : undefined}
      >
        {progressText(progress)}
      </Box>
      {/* Takes up its line before the speed is known, so that nothing shifts. */}
      {progress.status === 'uploading' && (
        <Box color="ink.muted" minH="1.5em">
          {speed}
        </Box>
      )}
    </Box>
  );
};

const ChosenFile = ({ media, chosen }: { media: MediaUploadState; chosen: ChosenMedia }) => {
  const { progress, file } = chosen;
  const isOver = usePageDrop(() => toast.info('One file at a time', 'Remove this one first, or use batch upload.'));
  return (
    <Stack gap="3" opacity={isOver ? 0.6 : 1}>
      <FilePreview key={chosen.preview} file={file} preview={chosen.preview} />
      <Box fontSize="sm" fontWeight="500" truncate title={file.name}>
        {file.name}
      </Box>
      <ProgressBar label={`Upload of ${file.name}`} percent={percentOf(progress)} tone={barColors[progress.status]} />
      <Status chosen={chosen} />
      {progress.status === 'stored' && progress.duplicateOf && <DuplicateNotice of={progress.duplicateOf} />}
      {progress.status === 'stored' && progress.preview === 'later' && (
        <Notice tone="accent" title="It goes on sale with its preview clip">
          We make the clip after you publish, which takes a moment. My Content shows when it’s ready.
        </Notice>
      )}
      {progress.status === 'stored' && progress.preview === 'missing' && (
        <Notice tone="waiting" title="This browser couldn’t make a preview clip">
          You can publish the video, but it goes on sale only once it has a preview. Saving it as MP4 or WebM, or
          another browser, may help.
        </Notice>
      )}
      {progress.status !== 'failed' && (
        <PrivateNotice file={file} onCleaned={(cleaned) => void media.choose(cleaned)} />
      )}
      {!media.isKept && (
        <Notice tone="waiting" title="Keep this tab open">
          This browser doesn’t have enough space to keep a copy of the file. If you close the tab, you’ll have to choose
          it again.
        </Notice>
      )}
      <Controls media={media} />
    </Stack>
  );
};

/** The drop area; once a file is chosen, its preview and the progress of its upload. */
export const MediaDrop = ({ media, error }: { media: MediaUploadState; error: string | undefined }) =>
  media.chosen ? (
    <ChosenFile media={media} chosen={media.chosen} />
  ) : (
    <FileDrop
      label="Drop a photo or video here, or choose a file"
      help={`${sizeHelp} You can paste a picture, too. Buyers see a reduced, watermarked preview.`}
      error={error}
      onFiles={([file]) => void media.choose(file)}
    />
  );
