import { Box, chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { WordMark } from '../../ui/layout/word-mark.tsx';

const links = [
  { to: paths.auth, label: 'For Creators' },
  { to: paths.brand.marketplace, label: 'For Brands' },
  { to: paths.help, label: 'Help' },
  { to: paths.privacy, label: 'Privacy Policy' },
  { to: paths.terms, label: 'Terms of Service' },
];

const Entry = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minH: '11',
    whiteSpace: 'nowrap',
    color: 'ink.muted',
    _hover: { color: 'ink' },
  },
});

export const Footer = () => (
  <chakra.footer borderTopWidth="1px" borderColor="hairline" mt="auto">
    <Box
      mx="auto"
      maxW="page"
      px={{ base: '4', md: '8' }}
      py={{ base: '6', md: '8' }}
      display="flex"
      flexDirection={{ base: 'column', md: 'row' }}
      alignItems={{ base: 'flex-start', md: 'center' }}
      justifyContent="space-between"
      gap={{ base: '4', md: '8' }}
      fontSize="sm"
    >
      <Box>
        <WordMark size="18px" />
        <Box color="ink.muted" mt="2">
          Every picture, one clear agreement.
        </Box>
      </Box>
      <chakra.nav
        aria-label="Footer"
        display="grid"
        gridTemplateColumns={{ base: '1fr 1fr', md: 'repeat(5, auto)' }}
        columnGap="6"
      >
        {links.map(({ to, label }) => (
          <Entry key={label} to={to}>
            {label}
          </Entry>
        ))}
      </chakra.nav>
    </Box>
  </chakra.footer>
);
