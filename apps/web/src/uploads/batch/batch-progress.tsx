import { Box, Flex } from '@chakra-ui/react';
import { toast } from '../../kernel/toast.tsx';
import { ProgressBar } from '../../ui/layout/progress-bar.tsx';
import { percentOfStep } from './batch-file.ts';
import type { BatchFile } from './batch-upload.atoms.ts';
import { usePageDrop } from '../files/page-drop.ts';

const count = (files: readonly BatchFile[], ...statuses: BatchFile['step']['status'][]) =>
  files.filter(({ step }) => statuses.includes(step.status)).length;

/** The share of the batch's bytes that has been processed, from 0 to 100. Failed files count as processed. */
const percentOf = (files: readonly BatchFile[]): number => {
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  const done = ({ file, step }: BatchFile) => (step.status === 'failed' ? 100 : percentOfStep(step)) * file.size;
  return total === 0 ? 0 : Math.floor(files.reduce((sum, file) => sum + done(file), 0) / total);
};

/** The number of the file being processed, counting from 1. */
export const currentNumber = (files: readonly BatchFile[]): number =>
  Math.min(count(files, 'saved', 'failed') + 1, files.length);

/** The progress of the whole batch while it is being processed. */
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
      <ProgressBar label="Whole batch" percent={percentOf(files)} tone="accent" />
    </Box>
  );
};
