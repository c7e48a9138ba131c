import { Flex, chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { TileMark } from '../ui/media/tile-mark.tsx';

export const AdminLogo = () => (
  <Flex
    asChild
    align="center"
    gap="2.5"
    fontFamily="display"
    fontSize="lg"
    fontWeight="500"
    color="ink"
    textDecoration="none"
  >
    <Link to={paths.admin.home}>
      <TileMark size="20px" />
      Tessera
      <chakra.span color="ink.muted">Admin</chakra.span>
    </Link>
  </Flex>
);
