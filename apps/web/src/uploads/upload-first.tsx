import { Flex } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { Button } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/layout/empty-state.tsx';

/** Where nothing is yet because nothing was uploaded. */
export const UploadFirst = ({ sentence }: { sentence: string }) => (
  <EmptyState
    sentence={sentence}
    action={
      <Flex gap="3" wrap="wrap" justify="center">
        <Button asChild>
          <Link to={paths.creator.upload}>Add Content</Link>
        </Button>
        <Button asChild variant="secondary">
          <Link to={paths.creator.batchUpload}>Batch Upload</Link>
        </Button>
      </Flex>
    }
  />
);
