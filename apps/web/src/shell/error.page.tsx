import { Box, chakra } from '@chakra-ui/react';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';

const messageOf = (error: unknown): string => {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`;
  return error instanceof Error ? error.message : String(error);
};

/** The last resort, when a page itself failed. */
export const ErrorPage = () => (
  <Page title="Error">
    <Box py={{ base: '12', md: '20' }} maxW="prose" role="alert">
      <chakra.h1 fontFamily="display" fontSize="3xl">
        Unexpected Application Error!
      </chakra.h1>
      <chakra.pre fontFamily="mono" fontSize="sm" mt="4" p="4" bg="sunken" borderRadius="control" whiteSpace="pre-wrap">
        {messageOf(useRouteError())}
      </chakra.pre>
      <Button mt="6" onClick={() => window.location.assign('/')}>
        Back to Home
      </Button>
    </Box>
  </Page>
);
