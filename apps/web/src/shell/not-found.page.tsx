import { Box, chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { TileMark } from '../ui/tile-mark.tsx';

export const NotFoundPage = () => (
  <Page title="Page not found">
    <Box py={{ base: '12', md: '20' }} maxW="md">
      <TileMark size="48px" />
      <chakra.h1 fontFamily="display" fontSize={{ base: '3xl', md: '4xl' }} lineHeight="1.1" mt="6">
        Page not found
      </chakra.h1>
      <Box color="ink.muted" mt="3">
        The page you're looking for doesn't exist or you may not have permission to view it.
      </Box>
      <Box display="flex" flexWrap="wrap" gap="3" mt="8">
        <Button asChild>
          <Link to={paths.home}>Back to Home</Link>
        </Button>
        <Button variant="secondary" onClick={() => window.location.reload()}>
          Try Again
        </Button>
      </Box>
    </Box>
  </Page>
);
