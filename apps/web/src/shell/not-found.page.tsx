import { Box } from '@chakra-ui/react';
import { paths } from '../paths.ts';
import { Button, ButtonLink } from '../ui/controls/button.tsx';
import { MessagePage } from './message-page.tsx';

export const NotFoundPage = () => (
  <MessagePage
    title="Page not found"
    heading="Page not found"
    actions={
      <>
        <ButtonLink to={paths.home}>Back to Home</ButtonLink>
        <Button variant="secondary" onClick={() => window.location.reload()}>
          Try Again
        </Button>
      </>
    }
  >
    <Box color="ink.muted" fontSize="lg" mt="4" textWrap="pretty">
      The page you're looking for doesn't exist or you may not have permission to view it.
    </Box>
  </MessagePage>
);
