import { Box, chakra } from '@chakra-ui/react';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { AgreementText } from '../ui/agreement-text.tsx';
import { Page } from '../ui/page.tsx';

interface LegalTextProps {
  readonly title: string;
  readonly intro: string;
  readonly sections: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
}

export const LegalText = ({ title, intro, sections }: LegalTextProps) => (
  <Page title={title}>
    <Box maxW="prose" mx="auto">
      <chakra.span display="inline-flex" alignItems="center" gap="2" minH="11" fontSize="sm" color="accent" asChild>
        <Link to={paths.home}>
          <ArrowLeft size={16} strokeWidth={1.5} aria-hidden />
          Back to home
        </Link>
      </chakra.span>
      <chakra.h1 fontFamily="display" fontSize={{ base: '3xl', md: '4xl' }} lineHeight="1.1" mt="4">
        {title}
      </chakra.h1>
      <Box color="ink.muted" mt="3" mb="8">
        {intro}
      </Box>
      <AgreementText sections={sections} />
    </Box>
  </Page>
);
