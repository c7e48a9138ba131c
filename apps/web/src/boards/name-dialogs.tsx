import { BoardNameForm } from '@tessera/domain/boards/forms';
import { FormField } from '../kernel/forms/form-field.tsx';
import { showFieldErrors, useClassForm } from '../kernel/forms/form.tsx';
import { ApiError } from '../kernel/send.ts';
import { toast } from '../kernel/toast.tsx';
import { TextInput } from '../ui/controls/text-input.tsx';
import { FormDialog } from '../ui/decision/form-dialog.tsx';
import { createBoard, renameBoard } from './board-actions.ts';

interface NameDialogProps {
  readonly title: string;
  readonly action: string;
  readonly name: string;
  readonly send: (name: string) => Promise<unknown>;
  readonly onClose: () => void;
  /** Returns the element to focus after closing; by default, the one that opened the dialog. */
  readonly focusAfter?: () => HTMLElement | null;
}

const NameDialog = ({ title, action, name, send, ...closing }: NameDialogProps) => {
  const form = useClassForm(BoardNameForm, { name });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (entered) => {
    try {
      await send(entered.name.trim());
      closing.onClose();
    } catch (error) {
      if (showFieldErrors(form, error)) return;
      if (!(error instanceof ApiError)) throw error;
      toast.error(error.title, error.message);
    }
  });
  return (
    <FormDialog title={title} action={action} sending="Saving…" isSending={isSubmitting} onSubmit={submit} {...closing}>
      <FormField
        label="Board name"
        help="Only you can see it, unless you share the board."
        error={errors.name?.message}
      >
        <TextInput type="text" autoComplete="off" placeholder="Spring campaign" autoFocus {...form.register('name')} />
      </FormField>
    </FormDialog>
  );
};

interface NewBoardDialogProps {
  readonly create: (name: string) => Promise<unknown>;
  readonly onClose: () => void;
}

export const NewBoardDialog = ({ create, onClose }: NewBoardDialogProps) => (
  <NameDialog title="New board" action="Create board" name="" send={create} onClose={onClose} />
);

interface SaveToNewBoardDialogProps {
  readonly item: { readonly id: string; readonly title: string };
  readonly isFirst: boolean;
  readonly onClose: () => void;
  readonly focusAfter: () => HTMLElement | null;
}

/** The first board has a suggested name, so that saving needs no thought. */
export const SaveToNewBoardDialog = ({ item, isFirst, ...closing }: SaveToNewBoardDialogProps) => (
  <NameDialog
    title={isFirst ? 'Save to your first board' : 'Save to a new board'}
    action="Save"
    name={isFirst ? 'Favorites' : ''}
    send={(name) => createBoard(name, item)}
    {...closing}
  />
);

interface RenameBoardDialogProps {
  readonly board: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

export const RenameBoardDialog = ({ board, onClose }: RenameBoardDialogProps) => (
  <NameDialog
    title="Rename board"
    action="Rename"
    name={board.name}
    send={(name) => renameBoard(board.id, name)}
    onClose={onClose}
  />
);
