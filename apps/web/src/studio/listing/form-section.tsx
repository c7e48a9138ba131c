import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Panel } from '../dashboard/panel.tsx';

/** One matter of a form, under its heading. */
export const FormSection = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <Panel>
    <chakra.h2 fontSize="lg" fontWeight="600" mb="4">
      {heading}
    </chakra.h2>
    {children}
  </Panel>
);
