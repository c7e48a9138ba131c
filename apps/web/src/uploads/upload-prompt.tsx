import { Flex } from '@chakra-ui/react';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/layout/empty-state.tsx';

/** An empty state for creators who haven't uploaded anything yet. */
export const UploadPrompt = ({ sentence }: { sentence: string }) => (
  <EmptyState
    sentence={sentence}
    action={
      <Flex gap="3" wrap="wrap" justify="center">
        <ButtonLink to={paths.creator.upload}>Add Content</ButtonLink>
        <ButtonLink to={paths.creator.batchUpload} variant="secondary">
          Batch Upload
        </ButtonLink>
      </Flex>
    }
  />
);
