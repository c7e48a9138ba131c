import { Box, Flex } from '@chakra-ui/react';
import { toast } from '../../kernel/toast.tsx';
import { ProgressBar } from '../../ui/layout/progress-bar.tsx';
import { percentOfStep } from './file-card.tsx';
import type { BatchFile } from './batch-upload.atoms.ts';
import { usePageDrop } from '../files/page-drop.ts';

const count = (files: readonly BatchFile[], ...statuses: BatchFile['step']['status'][]) =>
  files.filter(({ step }) => statuses.includes(step.status)).length;

/** How much of all the bytes has been dealt with, from 0 to 100. */
const percentOf = (files: readonly BatchFile[]): number => {
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  const done = ({ file, step }: BatchFile) => (step.status === 'failed' ? 100 : percentOfStep(step)) * file.size;
  return total === 0 ? 0 : Math.floor(files.reduce((sum, file) => sum + done(file), 0) / total);
};

/** The number of the file that is being worked on. */
export const numberUnderWay = (files: readonly BatchFile[]): number =>
  Math.min(count(files, 'saved', 'failed') + 1, files.length);

/** How far the whole batch has come while it is being processed. */
export const BatchProgress = ({ files }: { files: readonly BatchFile[] }) => {
  const failed = count(files, 'failed');
  usePageDrop(() => toast.info('Your batch is uploading', 'You can add more files when it’s done.'));
  return (
    <Box
      position="sticky"
      top={{ base: '16', lg: 0 }}
      zIndex="1"
      bg="paper"
      py="3"
      fontSize="sm"
      fontVariantNumeric="tabular-nums"
    >
      <Flex justify="space-between" gap="3" mb="2">
        <Box fontWeight="500" role="status">
          {count(files, 'saved')} of {files.length} saved
        </Box>
        <Box color={failed > 0 ? 'trouble' : 'ink.muted'}>
          {failed > 0 ? `${failed} failed` : `${percentOf(files)}%`}
        </Box>
      </Flex>
      <ProgressBar label="The whole batch" percent={percentOf(files)} tone="accent" />
    </Box>
  );
};
