import { Box, chakra } from '@chakra-ui/react';
import { termsInForce } from '@tessera/domain/licensing/agreements/terms';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatUtcDay } from '../kernel/dates.ts';
import { paths } from '../paths.ts';
import { Page } from '../ui/layout/page.tsx';

export interface Clause {
  /** The clause's hash in the page's address. */
  readonly id: string;
  readonly heading: string;
  readonly body: ReactNode;
}

interface LegalTextProps {
  readonly title: string;
  readonly intro: string;
  readonly clauses: readonly Clause[];
}

const HomeLink = () => (
  <chakra.span display="inline-flex" alignItems="center" gap="2" minH="11" fontSize="sm" color="accent" asChild>
    <Link to={paths.home}>
      <ArrowLeft size={16} strokeWidth={1.5} aria-hidden />
      Back to home
    </Link>
  </chakra.span>
);

const Contents = ({ clauses }: { clauses: readonly Clause[] }) => (
  <chakra.nav aria-label="On this page" position={{ lg: 'sticky' }} top={{ lg: '96px' }} fontSize="sm">
    <Box fontWeight="600" pb="2" borderBottomWidth="1px" borderColor="hairline">
      On this page
    </Box>
    <chakra.ol listStyleType="none" pt="2" columnCount={{ base: 1, sm: 2, lg: 1 }} columnGap="6">
      {clauses.map(({ id, heading }, index) => (
        <chakra.li key={id} breakInside="avoid">
          <chakra.span
            asChild
            display="grid"
            gridTemplateColumns="24px 1fr"
            alignItems="center"
            minH="8"
            color="ink.muted"
            fontVariantNumeric="tabular-nums"
            _hover={{ color: 'ink' }}
          >
            <Link to={`#${id}`}>
              <span aria-hidden>{index + 1}</span>
              {heading}
            </Link>
          </chakra.span>
        </chakra.li>
      ))}
    </chakra.ol>
  </chakra.nav>
);

const ClauseText = ({ clause: { id, heading, body }, number }: { clause: Clause; number: number }) => (
  <chakra.section
    id={id}
    aria-labelledby={`${id}-heading`}
    scrollMarginTop="4"
    borderTopWidth="1px"
    borderColor="hairline"
    pt={{ base: '5', md: '7' }}
    pb={{ base: '6', md: '9' }}
    css={{
      '& p, & ul, & table': { marginTop: '14px' },
      '& ul': { listStyleType: 'disc', paddingInlineStart: '20px' },
      '& li': { marginTop: '6px' },
      '& a': { color: 'accent', textDecoration: 'underline', textUnderlineOffset: '3px' },
    }}
  >
    <chakra.h2
      id={`${id}-heading`}
      display="flex"
      gap="3"
      fontSize={{ base: 'xl', md: '2xl' }}
      lineHeight="1.2"
      letterSpacing="-0.015em"
    >
      <chakra.span aria-hidden color="ink.muted" fontVariantNumeric="tabular-nums">
        {number}
      </chakra.span>
      {heading}
    </chakra.h2>
    {body}
  </chakra.section>
);

/** A legal page: its title and version, a table of contents, and the clauses in lines of about 65 characters. */
export const LegalText = ({ title, intro, clauses }: LegalTextProps) => (
  <Page title={title}>
    <HomeLink />
    <Box as="header" mt={{ base: '4', md: '8' }} mb={{ base: '8', md: '14' }}>
      <chakra.h1
        fontFamily="display"
        fontSize="clamp(36px, 5vw, 64px)"
        lineHeight="1.05"
        letterSpacing="-0.03em"
        fontWeight="400"
      >
        {title}
      </chakra.h1>
      <chakra.p fontSize="lg" color="ink.muted" mt="4" maxW="52ch">
        {intro}
      </chakra.p>
      <chakra.p fontSize="sm" color="ink.muted" mt="4" fontVariantNumeric="tabular-nums">
        Version {termsInForce().id}, in force since{' '}
        <time dateTime={termsInForce().updatedAt}>{formatUtcDay(termsInForce().updatedAt)}</time>
      </chakra.p>
    </Box>
    <Box
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '248px minmax(0, 1fr)' }}
      columnGap="20"
      rowGap="10"
      alignItems="start"
    >
      <Contents clauses={clauses} />
      <Box fontFamily="display" fontSize={{ base: 'md', md: '17px' }} lineHeight="1.65" maxW="48ch">
        {clauses.map((clause, index) => (
          <ClauseText key={clause.id} clause={clause} number={index + 1} />
        ))}
      </Box>
    </Box>
  </Page>
);
