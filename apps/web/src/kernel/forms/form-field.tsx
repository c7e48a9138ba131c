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
  /** The one control of this field; it is given an id and its ARIA attributes. */
  readonly children: ReactElement<ControlProps>;
}

/**
 * A label, its control, and below them the help text or the error. Chakra's Field would render each as a group without
 * a name, and link the error through `aria-errormessage`, which few screen readers support.
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
