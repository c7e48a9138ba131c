import { Box, chakra } from '@chakra-ui/react';
import type { ContentRow } from '@tessera/domain/content/row';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { mediaUrl } from '../kernel/media-url.ts';
import { get } from '../kernel/send.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Mosaic } from '../ui/mosaic.tsx';
import { claims } from './claims.ts';

const picturesMax = 8;

/** The newest pictures of the marketplace; the drawn ones stay where there are none. */
const useNewestPictures = () => {
  const [pictures, setPictures] = useState<readonly string[]>([]);
  useEffect(() => {
    get<{ items: readonly ContentRow[] }>(`/api/marketplace?limit=${picturesMax * 2}`, { retryDelaysMs: [] }).then(
      ({ items }) => {
        const images = items.filter((item) => item.media_type === 'image').map((item) => mediaUrl(item.media_url));
        setPictures(images.filter((address) => address !== null).slice(0, picturesMax));
      },
      // Decoration alone: without an answer the drawings stand for themselves.
      () => undefined,
    );
  }, []);
  return pictures;
};

const Width = ({ children }: { children: ReactNode }) => (
  <Box mx="auto" w="full" maxW="page" px={{ base: '4', md: '8' }}>
    {children}
  </Box>
);

const Hero = () => (
  <Box
    as="section"
    display="grid"
    gridTemplateColumns={{ base: '1fr', lg: 'repeat(2, minmax(0, 1fr))' }}
    gap={{ base: '10', lg: '16' }}
    alignItems="center"
    py={{ base: '10', md: '16' }}
  >
    <Box>
      <chakra.h1
        fontFamily="display"
        fontSize={{ base: '34px', md: '56px', lg: '44px', xl: '56px' }}
        lineHeight="1.08"
        letterSpacing="-0.025em"
        fontWeight="400"
      >
        <chakra.span display="block">Pictures worth having.</chakra.span>{' '}
        <chakra.span display="block">Rights worth reading.</chakra.span>
      </chakra.h1>
      <chakra.p fontSize="lg" color="ink.muted" mt="6" maxW="46ch">
        Tessera is where independent creators license photos and videos to brands. One price, one plain agreement, ready
        the moment you pay.
      </chakra.p>
      <Box display="flex" flexWrap="wrap" gap="3" mt="8">
        <Button asChild size="lg" flex={{ base: '1', sm: 'none' }} px={{ base: '4', sm: '7' }}>
          <Link to={paths.creator.uploadInitial}>Get Started</Link>
        </Button>
        <Button asChild size="lg" variant="secondary" flex={{ base: '1', sm: 'none' }} px={{ base: '4', sm: '7' }}>
          <Link to={paths.marketplace}>Browse Marketplace</Link>
        </Button>
      </Box>
    </Box>
    <Box aspectRatio="1 / 1" w="full">
      <Mosaic pictures={useNewestPictures()} />
    </Box>
  </Box>
);

const Claims = () => (
  <Box as="section" aria-label="Tessera in figures" borderTopWidth="1px" borderBottomWidth="1px" borderColor="hairline">
    <Width>
      <chakra.dl display="grid" gridTemplateColumns="repeat(3, 1fr)" py={{ base: '6', md: '8' }} gap="4">
        {claims.map(({ figure, what }) => (
          <Box key={what} display="flex" flexDirection="column-reverse">
            <chakra.dt fontSize={{ base: 'xs', md: 'sm' }} color="ink.muted">
              {what}
            </chakra.dt>
            <chakra.dd fontFamily="display" fontSize={{ base: '2xl', md: '4xl' }} lineHeight="1.1">
              {figure}
            </chakra.dd>
          </Box>
        ))}
      </chakra.dl>
    </Width>
  </Box>
);

interface Way {
  readonly title: string;
  readonly steps: readonly (readonly [title: string, words: string])[];
  readonly action: ReactNode;
}

const ways: readonly Way[] = [
  {
    title: 'For Creators',
    steps: [
      [
        'Upload',
        'A photo or a video, up to 100 MB. Your original stays private; the wall shows a watermarked preview.',
      ],
      ['Set your terms', 'Choose among three licence types and name a price for each.'],
      ['Get paid', 'You keep 80% of every licence, within 15 days of receipt. Refer creators and earn 5% on theirs.'],
    ],
    action: (
      <Button asChild variant="secondary">
        <Link to={paths.auth}>Start Creating</Link>
      </Button>
    ),
  },
  {
    title: 'For Brands',
    steps: [
      ['Find it', 'Search by subject, brand or tag. Price and terms stand on every piece.'],
      ['License it', 'One use, six months or for good. Pay once, in US dollars.'],
      ['Prove it', 'A dated agreement for each licence, to read, to download and to file.'],
    ],
    action: (
      <Button asChild variant="secondary">
        <Link to={paths.marketplace}>Browse Content</Link>
      </Button>
    ),
  },
];

const HowItWorks = () => (
  <Box as="section" aria-labelledby="how" py={{ base: '14', md: '24' }}>
    <Width>
      <chakra.h2
        id="how"
        fontFamily="display"
        fontSize={{ base: '2xl', md: '4xl' }}
        letterSpacing="-0.02em"
        fontWeight="400"
      >
        How It Works
      </chakra.h2>
      <Box
        display="grid"
        gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}
        columnGap={{ md: '12', lg: '24' }}
        rowGap="14"
        mt="10"
      >
        {ways.map(({ title, steps, action }) => (
          <Box key={title}>
            <chakra.h3 fontSize="lg" fontWeight="600" mb="4">
              {title}
            </chakra.h3>
            <chakra.ol listStyleType="none" mb="6">
              {steps.map(([step, words], index) => (
                <chakra.li
                  key={step}
                  display="grid"
                  gridTemplateColumns="40px 1fr"
                  py="5"
                  borderTopWidth="1px"
                  borderColor="hairline"
                >
                  <chakra.span aria-hidden fontFamily="display" fontSize="xl" color="accent" lineHeight="1.2">
                    {index + 1}
                  </chakra.span>
                  <Box>
                    <Box fontWeight="600">{step}</Box>
                    <Box color="ink.muted" maxW="46ch">
                      {words}
                    </Box>
                  </Box>
                </chakra.li>
              ))}
            </chakra.ol>
            {action}
          </Box>
        ))}
      </Box>
    </Width>
  </Box>
);

export const LandingPage = () => (
  <>
    <title>Tessera: license photos and videos from independent creators</title>
    <Width>
      <Hero />
    </Width>
    <Claims />
    <HowItWorks />
  </>
);
