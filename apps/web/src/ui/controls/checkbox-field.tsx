import { Box, chakra } from '@chakra-ui/react';
import type { ComponentProps } from 'react';
import { Checkable } from './text-input.tsx';

interface CheckboxFieldProps extends ComponentProps<typeof Checkable> {
  readonly label: string;
  /** What checking it does. */
  readonly help: string;
}

/** A checkbox with a label and a help text beside it. */
export const CheckboxField = ({ label, help, ...checkbox }: CheckboxFieldProps) => (
  <chakra.label display="flex" gap="3" alignItems="flex-start" minH="11" cursor="pointer">
    <Checkable type="checkbox" mt="0.5" {...checkbox} />
    <Box>
      <Box fontSize="sm" fontWeight="500">
        {label}
      </Box>
      <Box fontSize="sm" color="ink.muted">
        {help}
      </Box>
    </Box>
  </chakra.label>
);
