import { Box, chakra } from '@chakra-ui/react';

interface Section {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

/** A contract, typeset for reading: the display font, short lines, numbered clauses. */
export const AgreementText = ({ sections }: { sections: readonly Section[] }) => (
  <Box fontFamily="display" fontSize="md" lineHeight="1.65" maxW="prose">
    {sections.map(({ heading, paragraphs }, index) => (
      <chakra.section key={heading} borderTopWidth="1px" borderColor="hairline" pt="4" pb="5">
        <chakra.h2 fontSize="lg" mb="2" display="flex" gap="3">
          <chakra.span aria-hidden color="ink.muted" fontVariantNumeric="tabular-nums" minW="5">
            {index + 1}
          </chakra.span>
          {heading}
        </chakra.h2>
        {paragraphs.map((paragraph) => (
          <chakra.p key={paragraph} mb="2.5" ps="8">
            {paragraph}
          </chakra.p>
        ))}
      </chakra.section>
    ))}
  </Box>
);
