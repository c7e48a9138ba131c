import { chakra } from '@chakra-ui/react';
import type { Factor } from '@supabase/auth-js';
import { useId } from 'react';
import { toast } from '../../kernel/toast.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { DecisionDialog } from '../../ui/layout/decision-dialog.tsx';
import { FocusedNotice } from '../../ui/layout/focused-notice.tsx';
import { OwnerFields, useOwnerForm } from '../owner-fields.tsx';
import { factorName, removeFactor } from './second-factor.ts';

interface RemoveFactorDialogProps {
  readonly factor: Factor;
  /** Whether nothing but the password is left then. */
  readonly isLast: boolean;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

const wordsOf = (factor: Factor, isLast: boolean) =>
  isLast
    ? {
        question: 'Remove your second factor?',
        consequence: 'Your password alone will open your account. Your recovery codes stop working.',
        done: { title: 'Second factor removed', words: 'Signing in asks for your password alone.' },
      }
    : {
        question: `Remove “${factorName(factor)}”?`,
        consequence: 'It won’t get you in any more. What else you have set up, and your recovery codes, stay.',
        done: { title: 'Removed', words: `“${factorName(factor)}” can’t be used to sign in any more.` },
      };

/** Asks for the owner: whoever finds a screen left open must not take a second factor away. */
export const RemoveFactorDialog = ({ factor, isLast, onClose, onRemoved }: RemoveFactorDialogProps) => {
  const formId = useId();
  const { question, consequence, done } = wordsOf(factor, isLast);
  const owner = useOwnerForm(
    (given) => removeFactor(factor.id, given),
    () => {
      toast.success(done.title, done.words);
      onRemoved();
    },
  );
  const { submit, refusal, isSubmitting } = owner;
  return (
    <DecisionDialog
      title={question}
      onClose={() => !isSubmitting && onClose()}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
            Keep it
          </Button>
          <Button type="submit" form={formId} variant="danger" loading={isSubmitting} loadingText="Removing...">
            Remove
          </Button>
        </>
      }
    >
      <chakra.form noValidate id={formId} onSubmit={(event) => void submit(event)} display="grid" gap="5">
        {refusal && <FocusedNotice title="Nothing was removed">{refusal}</FocusedNotice>}
        <chakra.p>{consequence}</chakra.p>
        <OwnerFields {...owner} />
      </chakra.form>
    </DecisionDialog>
  );
};
