import { Box, Stack } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { unfinishedNames } from '../unfinished/unfinished-upload.ts';
import { plural } from '../../kernel/plural.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Notice } from '../../ui/layout/notice.tsx';
import { batchAtom } from './batch-upload.atoms.ts';

interface LeftoverProps {
  readonly title: string;
  readonly names: readonly string[];
  readonly to: string;
  readonly action: string;
}

const Leftover = ({ title, names, to, action }: LeftoverProps) => (
  <Notice
    tone="waiting"
    title={title}
    action={
      <ButtonLink to={to} variant="secondary" size="sm">
        {action}
      </ButtonLink>
    }
  >
    {names.join(', ')}
  </Notice>
);

/** On the dashboard: what was started and is not published yet, and what of the last batch can be tried again. */
export const BatchLeftovers = () => {
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
          <Leftover
            title={`${plural(failed.length, 'file')} in your batch could not be uploaded`}
            names={failed}
            to={paths.creator.batchUpload}
            action="Try again"
          />
        )}
        {waiting.length > 0 && (
          <Leftover
            title={`${plural(waiting.length, 'file')} of your batch ${waiting.length === 1 ? 'is' : 'are'} not published yet`}
            names={waiting}
            to={paths.creator.batchUpload}
            action="Continue your batch"
          />
        )}
        {uploads.length > 0 && (
          <Leftover
            title="Your upload is not published yet"
            names={uploads}
            to={paths.creator.upload}
            action="Continue your upload"
          />
        )}
      </Stack>
    </Box>
  );
};
