import { Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Heading, Panel } from '../../ui/layout/panel.tsx';

interface FormSectionProps {
  readonly heading: string;
  /** Buttons that are about all of it. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** One matter of a form, under its heading. */
export const FormSection = ({ heading, actions, children }: FormSectionProps) => (
  <Panel>
    <Flex mb="4" gap="2" wrap="wrap" align="center" justify="space-between">
      <Heading>{heading}</Heading>
      {actions}
    </Flex>
    {children}
  </Panel>
);
