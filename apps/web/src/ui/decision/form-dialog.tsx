import { useId } from 'react';
import type { ComponentProps, FormEvent } from 'react';
import { Form } from '../controls/form.tsx';
import { QuestionDialog } from './decision-dialog.tsx';

export interface FormDialogProps extends Omit<ComponentProps<typeof QuestionDialog>, 'form' | 'onAction' | 'open'> {
  /** The submit handler of the form that validates the entries. */
  readonly onSubmit: (event: FormEvent) => unknown;
  /** The space between the fields. */
  readonly gap?: string;
}

/** A question whose answer has to be filled in. Its children are the explanation and the fields. */
export const FormDialog = ({ children, onSubmit, gap = '4', ...question }: FormDialogProps) => {
  const id = useId();
  return (
    <QuestionDialog {...question} form={id}>
      <Form id={id} gap={gap} onSubmit={onSubmit}>
        {children}
      </Form>
    </QuestionDialog>
  );
};
