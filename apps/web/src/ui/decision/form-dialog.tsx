import { Stack, chakra } from '@chakra-ui/react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { DecisionDialog } from './decision-dialog.tsx';

export interface FormDialogProps {
  readonly title: string;
  /** What follows from it, and the fields. */
  readonly children: ReactNode;
  /** The harmless answer. */
  readonly keep?: string;
  readonly action: string;
  readonly sending: string;
  readonly isLoss?: boolean;
  readonly isSending: boolean;
  /** Of the form that checks what was entered. */
  readonly onSubmit: () => Promise<void>;
  readonly onClose: () => void;
  readonly focusAfter?: () => HTMLElement | null;
}

/** A question whose answer has to be entered. */
export const FormDialog = ({
  title,
  children,
  keep = 'Cancel',
  action,
  sending,
  isLoss = false,
  isSending,
  onSubmit,
  onClose,
  ...focus
}: FormDialogProps) => {
  const id = useId();
  return (
    <DecisionDialog
      {...focus}
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {keep}
          </Button>
          <Button
            type="submit"
            form={id}
            variant={isLoss ? 'danger' : 'primary'}
            loading={isSending}
            loadingText={sending}
          >
            {action}
          </Button>
        </>
      }
    >
      <chakra.form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit();
        }}
      >
        <Stack gap="4">{children}</Stack>
      </chakra.form>
    </DecisionDialog>
  );
};
