import { Box, chakra } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { AccountPart } from '../../paths.ts';
import { Heading } from '../../ui/layout/panel.tsx';

interface SettingsSectionProps {
  /** The hash that leads to it. */
  readonly id: AccountPart;
  readonly heading: string;
  /** One or two sentences that explain it. */
  readonly intro?: ReactNode;
  readonly children: ReactNode;
}

/** One section of the account page: the explanation on the left, the controls on the right, or below on a phone. */
export const SettingsSection = ({ id, heading, intro, children }: SettingsSectionProps) => {
  const place = useRef<HTMLElement>(null);
  const { hash, key } = useLocation();
  // The browser can't do this itself, because the section may render only after its address was opened.
  useEffect(() => {
    if (hash === `#${id}`) place.current?.scrollIntoView();
  }, [hash, id, key]);
  return (
    <chakra.section
      ref={place}
      id={id}
      display="grid"
      gridTemplateColumns={{ base: '1fr', lg: '240px minmax(0, 1fr)' }}
      gap={{ base: '5', lg: '12' }}
      py={{ base: '8', md: '10' }}
      borderTopWidth="1px"
      borderColor="hairline"
    >
      <Box>
        <Heading>{heading}</Heading>
        {intro && (
          <Box mt="2" fontSize="sm" color="ink.muted" lineHeight="1.6" maxW="prose">
            {intro}
          </Box>
        )}
      </Box>
      <Box maxW="xl" minW={0}>
        {children}
      </Box>
    </chakra.section>
  );
};
