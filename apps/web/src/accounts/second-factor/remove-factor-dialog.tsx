import type { Factor } from '@supabase/auth-js';
import { toast } from '../../kernel/toast.tsx';
import { OwnerDialog } from '../owner-dialog.tsx';
import { factorName, removeFactor } from './second-factor.ts';

interface RemoveFactorDialogProps {
  readonly factor: Factor;
  /** Whether only the password will be left. */
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

/** Requires the owner's confirmation: someone who finds a screen left open must not be able to remove a second factor. */
export const RemoveFactorDialog = ({ factor, isLast, onClose, onRemoved }: RemoveFactorDialogProps) => {
  const { question, consequence, done } = wordsOf(factor, isLast);
  return (
    <OwnerDialog
      title={question}
      cancel="Keep it"
      action="Remove"
      sending="Removing..."
      isDestructive
      failed="Nothing was removed"
      send={(given) => removeFactor(factor.id, given)}
      onDone={() => {
        toast.success(done.title, done.words);
        onRemoved();
      }}
      onClose={onClose}
    >
      <p>{consequence}</p>
    </OwnerDialog>
  );
};
