import type { ReferralCodeRow } from '@tessera/contract/referrals';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { DecisionDialog } from '../ui/decision/decision-dialog.tsx';
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
    <DecisionDialog
      title={`Delete ${code.code}?`}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" loading={deleting} loadingText="Deleting..." onClick={() => void confirm()}>
            Delete code
          </Button>
        </>
      }
    >
      Nobody can sign up with it anymore, and links that contain it no longer count. You keep the creators you’ve
      already referred.
    </DecisionDialog>
  );
};
