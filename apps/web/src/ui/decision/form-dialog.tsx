import { useId } from 'react';
import type { ComponentProps, FormEvent } from 'react';
import { Form } from '../controls/form.tsx';
import { QuestionDialog } from './decision-dialog.tsx';

export interface FormDialogProps extends Omit<ComponentProps<typeof QuestionDialog>, 'form' | 'onAction' | 'open'> {
  /** Of the form that checks what was entered. */
  readonly onSubmit: (event: FormEvent) => unknown;
  /** Between the fields. */
  readonly gap?: string;
}

/** A question whose answer has to be entered. Its words are what follows from it, and the fields. */
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
