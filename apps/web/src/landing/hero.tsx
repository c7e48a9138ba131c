import { Box, chakra } from '@chakra-ui/react';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/controls/button.tsx';
import { claims } from './claims.ts';
import { Wall } from './wall.tsx';

const Claims = () => (
  <chakra.dl
    aria-label="Tessera in numbers"
    display="grid"
    gridTemplateColumns="repeat(3, auto)"
    justifyContent={{ base: 'space-between', md: 'flex-start' }}
    columnGap={{ base: '4', md: '16' }}
    borderTopWidth="1px"
    borderColor="hairline"
    pt="5"
  >
    {claims.map(({ figure, what }) => (
      <Box
        key={what}
        display="flex"
        flexDirection={{ base: 'column-reverse', md: 'row-reverse' }}
        justifyContent="flex-end"
        alignItems={{ md: 'baseline' }}
        columnGap="2.5"
      >
        <chakra.dt fontSize={{ base: 'xs', md: 'sm' }} color="ink.muted">
          {what}
        </chakra.dt>
        <chakra.dd fontFamily="display" fontSize={{ base: 'xl', md: '2xl' }} lineHeight="1.2">
          {figure}
        </chakra.dd>
      </Box>
    ))}
  </chakra.dl>
);

/** Fills the whole first window of the page, so that content that loads later can't shift it. */
export const Hero = () => (
  <Box
    as="section"
    aria-labelledby="hero"
    display="flex"
    flexDirection="column"
    gap={{ base: '8', md: '8' }}
    minH={{ md: 'min(100svh - 65px, 1000px)' }}
    pt={{ base: '9', md: '11' }}
    pb="5"
  >
    <Box
      display="grid"
      gridTemplateColumns={{ base: '1fr', xl: 'minmax(0, 2.15fr) minmax(0, 1fr)' }}
      columnGap="12"
      rowGap={{ base: '5', md: '6' }}
      alignItems="end"
    >
      <chakra.h1
        id="hero"
        fontFamily="display"
        fontSize={{ base: '46px', sm: 'clamp(46px, 6.1vw, 88px)' }}
        lineHeight="1"
        letterSpacing="-0.035em"
        fontWeight="400"
      >
        Pictures worth having.
        <br />
        Rights worth reading.
      </chakra.h1>
      <Box pb={{ xl: '1' }}>
        <chakra.p fontSize={{ base: 'md', md: 'lg' }} color="ink.muted" maxW="44ch">
          Independent creators license photos and videos to brands. One price, one plain agreement, ready the moment you
          pay.
        </chakra.p>
        <Box display="flex" flexWrap="wrap" gap="3" mt="5">
          <ButtonLink
            to={paths.creator.uploadInitial}
            size="lg"
            flex={{ base: '1', sm: 'none' }}
            px={{ base: '4', sm: '5' }}
          >
            Get Started
          </ButtonLink>
          <ButtonLink
            to={paths.marketplace}
            size="lg"
            variant="secondary"
            flex={{ base: '1', sm: 'none' }}
            px={{ base: '4', sm: '5' }}
          >
            Browse Marketplace
          </ButtonLink>
        </Box>
      </Box>
    </Box>
    <Wall />
    <Claims />
  </Box>
);
