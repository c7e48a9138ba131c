import { Box, Stack } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { unfinishedNames } from '../unfinished/unfinished-upload.ts';
import { plural } from '../../kernel/plural.ts';
import { paths } from '../../paths.ts';
import { Notice, NoticeLink } from '../../ui/layout/notice.tsx';
import { batchAtom } from './batch-upload.atoms.ts';

interface UploadsNoticeProps {
  readonly title: string;
  readonly names: readonly string[];
  readonly to: string;
  readonly action: string;
}

const UploadsNotice = ({ title, names, to, action }: UploadsNoticeProps) => (
  <Notice tone="waiting" title={title} action={<NoticeLink to={to}>{action}</NoticeLink>}>
    {names.join(', ')}
  </Notice>
);

/** Shown on the dashboard: uploads that were started but not published, and files of the last batch to retry. */
export const UnfinishedUploads = () => {
  const { userId, files, running, unfinished } = useAtomValue(batchAtom);
  if (running || !userId) return null;
  const failed = files.filter(({ step }) => step.status === 'failed').map(({ file }) => file.name);
  const waiting = unfinished
    ? files.filter(({ step }) => step.status === 'chosen').map(({ file }) => file.name)
    : unfinishedNames('batch', userId);
  const uploads = unfinishedNames('upload', userId);
  if (failed.length + waiting.length + uploads.length === 0) return null;
  return (
    <Box mb="6">
      <Stack gap="3">
        {failed.length > 0 && (
          <UploadsNotice
            title={`${plural(failed.length, 'file')} in your batch couldn’t be uploaded`}
            names={failed}
            to={paths.creator.batchUpload}
            action="Try again"
          />
        )}
        {waiting.length > 0 && (
          <UploadsNotice
            title={`${plural(waiting.length, 'file')} in your batch ${waiting.length === 1 ? 'isn’t' : 'aren’t'} published yet`}
            names={waiting}
            to={paths.creator.batchUpload}
            action="Continue your batch"
          />
        )}
        {uploads.length > 0 && (
          <UploadsNotice
            title="Your upload isn’t published yet"
            names={uploads}
            to={paths.creator.upload}
            action="Continue your upload"
          />
        )}
      </Stack>
    </Box>
  );
};
