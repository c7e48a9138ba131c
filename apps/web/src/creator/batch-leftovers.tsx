import { Box } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { batchAtom } from './batch-upload.atoms.ts';
import { plural } from './words.ts';

/** On the dashboard: what of the last batch could not be uploaded and can be tried again. */
export const BatchLeftovers = () => {
  const { files, running } = useAtomValue(batchAtom);
  const failed = files.filter(({ step }) => step.status === 'failed');
  if (running || failed.length === 0) return null;
  return (
    <Box mb="6">
      <Notice
        tone="waiting"
        title={`${plural(failed.length, 'file')} of your batch could not be uploaded`}
        action={
          <Button asChild variant="secondary" size="sm">
            <Link to={paths.creator.batchUpload}>Try again</Link>
          </Button>
        }
      >
        {failed.map(({ file }) => file.name).join(', ')}
      </Notice>
    </Box>
  );
};
