import { Box, chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';

const links = [
  { to: paths.auth, label: 'For Creators' },
  { to: paths.brand.marketplace, label: 'For Brands' },
  { to: paths.privacy, label: 'Privacy Policy' },
  { to: paths.terms, label: 'Terms of Service' },
];

const Entry = chakra(Link, {
  base: { display: 'inline-flex', alignItems: 'center', minH: '11', color: 'ink.muted', _hover: { color: 'ink' } },
});

export const Footer = () => (
  <chakra.footer borderTopWidth="1px" borderColor="hairline" mt="auto">
    <Box
      mx="auto"
      maxW="page"
      px={{ base: '4', md: '8' }}
      py="6"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      columnGap="8"
      fontSize="sm"
    >
      <Box color="ink.muted">Tessera. Every picture, one clear agreement.</Box>
      <chakra.nav aria-label="Footer" display="flex" flexWrap="wrap" columnGap="6">
        {links.map(({ to, label }) => (
          <Entry key={label} to={to}>
            {label}
          </Entry>
        ))}
      </chakra.nav>
    </Box>
  </chakra.footer>
);
