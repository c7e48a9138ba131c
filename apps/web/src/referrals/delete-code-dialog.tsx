import { Dialog, Portal } from '@chakra-ui/react';
import type { ReferralCodeRow } from '@tessera/domain/referrals/row';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
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
    <Dialog.Root open onOpenChange={({ open }) => !open && onClose()} role="alertdialog">
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content maxW="lg">
            <Dialog.Header>
              <Dialog.Title>Delete {code.code}?</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              Nobody can sign up with it any more, and links that carry it no longer count. Creators you already
              referred stay yours.
            </Dialog.Body>
            <Dialog.Footer>
              <Button variant="secondary" onClick={onClose}>
                Cancel
              </Button>
              <Button variant="danger" loading={deleting} loadingText="Deleting..." onClick={() => void confirm()}>
                Delete code
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
};
