import { Box, chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';

const Inline = chakra(Link, { base: { color: 'accent', textDecoration: 'underline', textUnderlineOffset: '2px' } });

export const TermsNote = () => (
  <Box fontSize="sm" color="ink.muted">
    By creating an account you confirm that you are 18 or older and accept the{' '}
    <Inline to={paths.terms}>Terms of Service</Inline> and the <Inline to={paths.privacy}>Privacy Policy</Inline>.
  </Box>
);
