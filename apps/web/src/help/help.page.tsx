import { Box, chakra } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { Page, PageHeading } from '../ui/layout/page.tsx';
import { forBrands, forCreators, forEveryone } from './answers.tsx';
import type { Answer } from './answers.tsx';

const answerStyles = {
  '& a': { color: 'accent', textDecoration: 'underline', textUnderlineOffset: '3px' },
  '& ul': { listStyleType: 'disc', paddingInlineStart: '20px' },
  '& li': { marginTop: '6px' },
} as const;

const Question = ({ id, question, answer }: Answer) => (
  <chakra.details
    id={id}
    borderBottomWidth="1px"
    borderColor="hairline"
    scrollMarginTop="4"
    css={{
      '&[open] > summary svg': { transform: 'rotate(180deg)' },
      '& > summary::-webkit-details-marker': { display: 'none' },
      '& > summary > svg': { flexShrink: 0 },
    }}
  >
    <chakra.summary
      display="flex"
      justifyContent="space-between"
      alignItems="center"
      gap="4"
      minH="14"
      py="3"
      cursor="pointer"
      fontWeight="600"
      listStyleType="none"
    >
      {question}
      <ChevronDown size={18} strokeWidth={1.5} aria-hidden />
    </chakra.summary>
    <Box pb="5" pe={{ base: '0', md: '10' }} color="ink.muted" lineHeight="1.6" css={answerStyles}>
      {answer}
    </Box>
  </chakra.details>
);

const Questions = ({ heading, answers }: { heading: string; answers: readonly Answer[] }) => (
  <chakra.section aria-label={heading}>
    <chakra.h2
      fontFamily="display"
      fontSize="2xl"
      letterSpacing="-0.01em"
      pb="4"
      borderBottomWidth="1px"
      borderColor="hairline"
    >
      {heading}
    </chakra.h2>
    {answers.map((answer) => (
      <Question key={answer.id} {...answer} />
    ))}
  </chakra.section>
);

/** Opens the answer that the address's hash names, and scrolls to it. */
const useOpened = () => {
  const { hash } = useLocation();
  useEffect(() => {
    const named = hash && document.getElementById(hash.slice(1));
    if (!(named instanceof HTMLDetailsElement)) return;
    named.open = true;
    named.scrollIntoView();
  }, [hash]);
};

/** The questions that creators and brands ask most. */
export const HelpPage = () => {
  useOpened();
  return (
    <Page title="Help">
      <PageHeading intro="Answers to the most common questions. Anything else? Write to support@tessera.example.">
        Help
      </PageHeading>
      <Box
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
        columnGap="16"
        rowGap="12"
        alignItems="start"
      >
        <Questions heading="For creators" answers={forCreators} />
        <Questions heading="For brands" answers={forBrands} />
        <Questions heading="For everyone" answers={forEveryone} />
      </Box>
    </Page>
  );
};

export { HelpPage as Component };
