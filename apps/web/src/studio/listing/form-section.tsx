import { Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Heading, Panel } from '../../ui/layout/panel.tsx';

interface FormSectionProps {
  readonly heading: string;
  /** Buttons for the section as a whole. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A section of a form, with a heading. */
export const FormSection = ({ heading, actions, children }: FormSectionProps) => (
  <Panel>
    <Flex mb="4" gap="2" wrap="wrap" align="center" justify="space-between">
      <Heading>{heading}</Heading>
      {actions}
    </Flex>
    {children}
  </Panel>
);
