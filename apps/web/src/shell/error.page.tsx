import { Box, chakra } from '@chakra-ui/react';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { paths } from '../paths.ts';
import { Button } from '../ui/controls/button.tsx';
import { Main } from '../ui/layout/page.tsx';
import { MessagePage } from './message-page.tsx';

const messageOf = (error: unknown): string => {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`;
  return error instanceof Error ? error.message : String(error);
};

/** The last resort, when a page itself has failed. It might fail again, so both buttons load a page from scratch. */
export const ErrorPage = () => (
  <Main>
    <MessagePage
      title="Error"
      heading="Unexpected Application Error!"
      actions={
        <>
          <Button onClick={() => window.location.assign(paths.home)}>Back to Home</Button>
          <Button variant="secondary" onClick={() => window.location.reload()}>
            Try Again
          </Button>
        </>
      }
    >
      <Box role="alert">
        <Box color="ink.muted" mt="4">
          This page stopped working. Anything you’ve saved is safe. The error was:
        </Box>
        <chakra.pre
          fontFamily="mono"
          fontSize="sm"
          mt="4"
          p="4"
          bg="sunken"
          borderRadius="control"
          whiteSpace="pre-wrap"
          overflowWrap="anywhere"
        >
          {messageOf(useRouteError())}
        </chakra.pre>
      </Box>
    </MessagePage>
  </Main>
);
