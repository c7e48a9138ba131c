import type { BoardItemRow } from '@tessera/contract/boards';
import { BoardNoteForm } from '@tessera/domain/boards/forms';
import { FormField } from '../kernel/forms/form-field.tsx';
import { useClassForm } from '../kernel/forms/form.tsx';
import { withRefusalToast } from '../kernel/refusal-toast.ts';
import { TextArea } from '../ui/controls/text-input.tsx';
import { FormDialog } from '../ui/decision/form-dialog.tsx';
import { changeNote } from './board-actions.ts';

interface NoteDialogProps {
  readonly boardId: string;
  readonly row: BoardItemRow;
  readonly onClose: () => void;
}

/** Edits a brand's note on an item; an empty note is deleted. */
export const NoteDialog = ({ boardId, row, onClose }: NoteDialogProps) => {
  const form = useClassForm(BoardNoteForm, { note: row.note });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(({ note }) =>
    withRefusalToast(async () => {
      await changeNote(boardId, row.content_id, note.trim());
      onClose();
    }),
  );
  return (
    <FormDialog
      title={row.note ? 'Edit note' : 'Add a note'}
      action="Save note"
      sending="Saving…"
      isSending={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormField
        label={`Note on ${row.title || 'this item'}`}
        help="Only you can read it, unless you share the board with its notes."
        error={errors.note?.message}
      >
        <TextArea autoFocus {...form.register('note')} />
      </FormField>
    </FormDialog>
  );
};
