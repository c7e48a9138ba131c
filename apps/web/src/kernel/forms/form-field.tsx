import { Box, chakra } from '@chakra-ui/react';
import { cloneElement, useId } from 'react';
import type { ReactElement, ReactNode } from 'react';

interface ControlProps {
  readonly id?: string;
  readonly 'aria-invalid'?: boolean;
  readonly 'aria-describedby'?: string | undefined;
}

export interface FormFieldProps {
  readonly label: ReactNode;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  /** The one control of this field; it receives its id and what describes it. */
  readonly children: ReactElement<ControlProps>;
}

/**
 * Label above, control, and below it what helps, or what is wrong and what to do. Chakra's Field would make a group
 * without a name of each, and tie what is wrong to the control by `aria-errormessage`, which few screen readers read.
 */
export const FormField = ({ label, help, error, children }: FormFieldProps) => {
  const id = useId();
  const note = error ?? help;
  return (
    <Box>
      <chakra.label htmlFor={id} display="block" fontSize="sm" fontWeight="500" mb="1.5">
        {label}
      </chakra.label>
      {cloneElement(children, {
        id,
        'aria-invalid': Boolean(error),
        'aria-describedby': note ? `${id}-note` : undefined,
      })}
      {note && (
        <Box
          id={`${id}-note`}
          fontSize="sm"
          mt="1.5"
          color={error ? 'trouble' : 'ink.muted'}
          aria-live={error ? 'polite' : 'off'}
        >
          {note}
        </Box>
      )}
    </Box>
  );
};
