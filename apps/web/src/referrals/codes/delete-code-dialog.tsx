import type { ReferralCodeRow } from '@tessera/contract/referrals';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { QuestionDialog } from '../../ui/decision/decision-dialog.tsx';
import { deleteCodeAtom } from './code-actions.ts';

export const DeleteCodeDialog = ({ code, onClose }: { code: ReferralCodeRow; onClose: () => void }) => {
  const deleteCode = useSetAtom(deleteCodeAtom);
  const [deleting, setDeleting] = useState(false);
  const confirm = async () => {
    setDeleting(true);
    await deleteCode(code.id);
    onClose();
  };
  return (
    <QuestionDialog
      title={`Delete ${code.code}?`}
      action="Delete code"
      sending="Deleting…"
      isSending={deleting}
      isDestructive
      onAction={confirm}
      onClose={onClose}
    >
      Nobody can sign up with it anymore, and links that contain it no longer count. You keep the creators you’ve
      already referred.
    </QuestionDialog>
  );
};
