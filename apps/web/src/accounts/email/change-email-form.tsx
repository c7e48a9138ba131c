import { chakra } from '@chakra-ui/react';
import { NewEmailForm } from '@tessera/domain/accounts/access/own-email-forms';
import { useState } from 'react';
import { useClassForm } from '../../kernel/forms/form.tsx';
import { post } from '../../kernel/send.ts';
import { toast } from '../../kernel/toast.tsx';
import { Form } from '../../ui/controls/form.tsx';
import { TextField } from '../fields.tsx';
import { FormButtons } from '../form-buttons.tsx';
import { OwnerDialog } from '../owner-dialog.tsx';

/** Asks for another address and for proof of being the owner. The address changes once its link is confirmed. */
export const ChangeEmailForm = ({ onDone }: { onDone: () => void }) => {
  const form = useClassForm(NewEmailForm);
  const [asked, setAsked] = useState<string | null>(null);
  const submit = form.handleSubmit(({ email }) => setAsked(email));
  const sent = () => {
    toast.success(
      'Check your new inbox',
      `We sent a link to ${asked}. Your address changes once you confirm it there.`,
    );
    onDone();
  };
  return (
    <>
      <Form onSubmit={submit} aria-label="Change email">
        <TextField
          form={form}
          name="email"
          label="New email"
          type="email"
          autoComplete="email"
          help="We’ll send a link there. Until you confirm it, you sign in as before."
        />
        <FormButtons action="Send the link" onCancel={onDone} />
      </Form>
      {asked !== null && (
        <OwnerDialog
          title="Confirm it’s you"
          action="Send the link"
          sending="Sending..."
          failed="No link was sent"
          send={(given) => post('/api/account/email', { ...given, email: asked })}
          onDone={sent}
          onClose={() => setAsked(null)}
        >
          <chakra.p overflowWrap="anywhere">Only you should be able to use {asked} for your account.</chakra.p>
        </OwnerDialog>
      )}
    </>
  );
};
