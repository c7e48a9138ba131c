import type { ReactNode } from 'react';
import { Heading, Panel } from '../../ui/layout/panel.tsx';

/** One matter of a form, under its heading. */
export const FormSection = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <Panel>
    <Heading mb="4">{heading}</Heading>
    {children}
  </Panel>
);
