import { chakra } from '@chakra-ui/react';
import type { Factor } from '@supabase/auth-js';
import { useId } from 'react';
import { toast } from '../../kernel/toast.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { DecisionDialog } from '../../ui/decision/decision-dialog.tsx';
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
        consequence: 'Your password alone will be enough to sign in. Your recovery codes will stop working.',
        done: { title: 'Second factor removed', words: 'You can now sign in with just your password.' },
      }
    : {
        question: `Remove “${factorName(factor)}”?`,
        consequence:
          'You won’t be able to sign in with it anymore. Anything else you’ve set up, and your recovery codes, will keep working.',
        done: { title: 'Removed', words: `“${factorName(factor)}” can’t be used to sign in anymore.` },
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
