import { Box, chakra } from '@chakra-ui/react';
import { splitOf, splitPolicy } from '@tessera/domain/earnings/split';
import { licenseTypeTitles } from '@tessera/domain/license-types';
import { agreementText, readAgreement } from '@tessera/domain/licensing/agreements/agreement';
import { termsInForce } from '@tessera/domain/licensing/agreements/terms';
import { endOfTerm } from '@tessera/domain/licensing/term';
import { formatUsd } from '@tessera/domain/money';
import { SectionHeading, PageColumn } from './section.tsx';

const startDate = '2026-11-20T00:00:00.000Z';
const priceCents = 25_000;
const { net_cents: netCents, commission_cents: commissionCents } = splitOf(priceCents, false);
const creatorPercent = 100 - splitPolicy.commissionBasisPoints / 100;

/** An agreement in the current wording, filled in like a real purchase; two of its clauses are shown. */
const specimen = readAgreement(
  agreementText(termsInForce(), {
    license_id: 'specimen',
    content_title: 'Harbor at dawn',
    creator_name: 'Mara Lindqvist',
    brand_name: 'Atlas Boots',
    license_type: 'six_month',
    quantity: 1,
    price_cents: priceCents,
    start_date: startDate,
    end_date: endOfTerm('six_month', startDate),
  }),
);
const shownClauses = 2;

const terms = [
  [licenseTypeTitles.one_time, 'One campaign, in any medium, within 180 days.'],
  [licenseTypeTitles.six_month, 'Any number of campaigns. Ends after 180 days, and can be renewed.'],
  [licenseTypeTitles.perpetual, 'Any number of campaigns, for good.'],
] as const;

const Types = () => (
  <chakra.dl mt="8">
    {terms.map(([type, words]) => (
      <Box
        key={type}
        display="grid"
        gridTemplateColumns={{ base: '1fr', sm: '168px 1fr' }}
        columnGap="4"
        py="3.5"
        borderTopWidth="1px"
        borderColor="hairline"
      >
        <chakra.dt fontWeight="600">{type}</chakra.dt>
        <chakra.dd color="ink.muted">{words}</chakra.dd>
      </Box>
    ))}
  </chakra.dl>
);

/** One price as five tiles, four of which go to the creator. */
const Shares = () => (
  <Box borderTopWidth="1px" borderColor="hairline" pt="8" mt="4">
    <Box aria-hidden display="grid" gridTemplateColumns="repeat(5, 1fr)" gap="1.5" maxW="360px">
      {[0, 1, 2, 3, 4].map((tile) => (
        <Box key={tile} aspectRatio="1 / 1" borderRadius="control" bg={tile < 4 ? 'ink' : 'accent'} />
      ))}
    </Box>
    <chakra.p mt="4" color="ink.muted" maxW="46ch">
      Of {formatUsd(priceCents)} the creator receives{' '}
      <chakra.strong color="ink" fontWeight="600" fontVariantNumeric="tabular-nums">
        {formatUsd(netCents)}
      </chakra.strong>
      . Tessera keeps {formatUsd(commissionCents)}. Four tiles out of five, {creatorPercent}%, on every license.
    </chakra.p>
  </Box>
);

const Sheet = () => (
  <chakra.figure>
    <Box
      position="relative"
      bg="surface"
      borderWidth="1px"
      borderColor="hairline"
      borderRadius="media"
      boxShadow="raised"
      px={{ base: '5', md: '10' }}
      py={{ base: '6', md: '9' }}
      maxH={{ base: '540px', md: '620px' }}
      fontFamily="display"
      overflow="hidden"
    >
      <Box display="flex" justifyContent="space-between" gap="4" alignItems="baseline">
        <chakra.h3 fontSize={{ base: 'lg', md: 'xl' }} letterSpacing="-0.01em">
          Content License Agreement
        </chakra.h3>
        <chakra.span
          fontFamily="body"
          fontSize="xs"
          fontWeight="600"
          color="accent"
          borderWidth="1px"
          borderColor="accent"
          borderRadius="sm"
          px="2"
          py="0.5"
        >
          Specimen
        </chakra.span>
      </Box>
      <Box fontFamily="body" fontSize="sm" color="ink.muted" mt="2" mb="6">
        {specimen.notes.at(-1)}
      </Box>
      {specimen.sections.slice(0, shownClauses).map(({ heading, paragraphs }, index) => (
        <Box key={heading} borderTopWidth="1px" borderColor="hairline" pt="4" pb="3">
          <chakra.h4 fontSize="md" fontWeight="600" display="flex" gap="3" mb="2">
            <chakra.span aria-hidden color="ink.muted" minW="4">
              {index + 1}
            </chakra.span>
            {heading}
          </chakra.h4>
          {paragraphs.map((paragraph) => (
            <chakra.p key={paragraph} ps="7" mb="2" lineHeight="1.6" maxW="prose">
              {paragraph}
            </chakra.p>
          ))}
        </Box>
      ))}
      <Box
        aria-hidden
        position="absolute"
        insetX={0}
        bottom={0}
        h="24"
        backgroundImage="linear-gradient(to top, {colors.surface}, transparent)"
      />
    </Box>
    <chakra.figcaption mt="3" fontSize="sm" color="ink.muted">
      The first of {specimen.sections.length} clauses, in today’s wording. Every license comes with its own agreement,
      online and as a PDF.
    </chakra.figcaption>
  </chakra.figure>
);

/** Shows a sample of the agreement that a brand gets. */
export const Specimen = () => (
  <Box as="section" aria-labelledby="agreement" bg="sunken" py={{ base: '14', md: '24' }}>
    <PageColumn>
      <Box
        display="grid"
        gridTemplateColumns={{ base: '1fr', lg: 'minmax(0, 1fr) minmax(0, 1.15fr)' }}
        columnGap={{ lg: '20' }}
        rowGap="12"
        alignItems="start"
      >
        <Box>
          <SectionHeading id="agreement">One picture, one agreement.</SectionHeading>
          <chakra.p mt="5" fontSize="lg" color="ink.muted" maxW="46ch">
            Who grants what to whom, for how long, and for how much. Nothing to negotiate, nothing to guess.
          </chakra.p>
          <Types />
          <Shares />
        </Box>
        <Sheet />
      </Box>
    </PageColumn>
  </Box>
);
