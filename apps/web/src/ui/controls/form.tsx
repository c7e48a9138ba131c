import { chakra } from '@chakra-ui/react';
import type { ComponentProps, FormEvent } from 'react';

interface FormProps extends Omit<ComponentProps<typeof chakra.form>, 'onSubmit'> {
  readonly onSubmit: (event: FormEvent) => unknown;
}

/** A form with its fields in one column. Errors are shown by the fields themselves, not by the browser. */
export const Form = ({ onSubmit, ...props }: FormProps) => (
  <chakra.form
    noValidate
    display="grid"
    gridTemplateColumns="minmax(0, 1fr)"
    gap="5"
    onSubmit={(event) => void onSubmit(event)}
    {...props}
  />
);
