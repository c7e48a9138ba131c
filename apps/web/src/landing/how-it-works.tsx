import { Box, chakra } from '@chakra-ui/react';
import { payoutPromise } from '@tessera/domain/payouts/titles';
import type { ReactNode } from 'react';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/controls/button.tsx';
import { SectionHeading, PageColumn } from './section.tsx';

interface Audience {
  readonly title: string;
  readonly steps: readonly (readonly [title: string, words: string])[];
  readonly action: ReactNode;
}

const audiences: readonly Audience[] = [
  {
    title: 'For Creators',
    steps: [
      [
        'Upload',
        'A photo or video, up to 100 MB. Your original stays private; everyone else sees a watermarked preview.',
      ],
      ['Set your terms', 'Choose from three license types and set a price for each.'],
      [
        'Get paid',
        `You keep 80% of every license, paid ${payoutPromise.within}. Refer creators and earn 5% on theirs.`,
      ],
    ],
    action: (
      <ButtonLink to={paths.auth} variant="secondary">
        Start Creating
      </ButtonLink>
    ),
  },
  {
    title: 'For Brands',
    steps: [
      ['Find it', 'Search by subject, brand or tag. Every item shows its price and terms.'],
      ['License it', 'One use, six months or for good. Pay once, in US dollars.'],
      ['Prove it', 'A dated agreement for each license, to read, download and file.'],
    ],
    action: (
      <ButtonLink to={paths.marketplace} variant="secondary">
        Browse Content
      </ButtonLink>
    ),
  },
];

const Step = ({ number, title, words }: { number: number; title: string; words: string }) => (
  <chakra.li
    display="grid"
    gridTemplateColumns="40px 1fr"
    py="5"
    borderTopWidth="1px"
    borderColor="hairline"
    alignItems="baseline"
  >
    <chakra.span aria-hidden fontFamily="display" fontSize="xl" color="accent" lineHeight="1.2">
      {number}
    </chakra.span>
    <Box>
      <Box fontWeight="600">{title}</Box>
      <Box color="ink.muted" maxW="46ch">
        {words}
      </Box>
    </Box>
  </chakra.li>
);

export const HowItWorks = () => (
  <Box as="section" aria-labelledby="how" py={{ base: '14', md: '24' }}>
    <PageColumn>
      <SectionHeading id="how">How It Works</SectionHeading>
      <Box
        display="grid"
        gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}
        columnGap={{ md: '12', lg: '24' }}
        rowGap="14"
        mt={{ base: '8', md: '12' }}
      >
        {audiences.map(({ title, steps, action }) => (
          <Box
            as="section"
            key={title}
            aria-label={title}
            display="flex"
            flexDirection="column"
            alignItems="flex-start"
          >
            <chakra.h3 fontSize="lg" fontWeight="600" mb="4">
              {title}
            </chakra.h3>
            <chakra.ol listStyleType="none" w="full" mb="auto" pb="6">
              {steps.map(([step, words], index) => (
                <Step key={step} number={index + 1} title={step} words={words} />
              ))}
            </chakra.ol>
            {action}
          </Box>
        ))}
      </Box>
    </PageColumn>
  </Box>
);
