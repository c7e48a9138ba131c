import { useSetAtom } from 'jotai';
import { useState } from 'react';
import type { OwnContentRow } from '@tessera/contract/content';
import { QuestionDialog } from '../../ui/decision/decision-dialog.tsx';
import { withdrawAtom } from './lists.atoms.ts';

export const WithdrawDialog = ({ item, onClose }: { item: OwnContentRow; onClose: () => void }) => {
  const withdraw = useSetAtom(withdrawAtom);
  const [isSending, setSending] = useState(false);
  const confirm = async () => {
    setSending(true);
    if (await withdraw(item)) onClose();
    else setSending(false);
  };
  return (
    <QuestionDialog
      title={`Withdraw “${item.title}” from sale?`}
      cancel="Keep on sale"
      action="Withdraw from sale"
      sending="Withdrawing…"
      isSending={isSending}
      isDestructive
      onAction={confirm}
      onClose={onClose}
    >
      It leaves the marketplace right away, and brands can’t buy it anymore. Existing licenses stay valid: the brands
      keep the agreement and the original. You can put it back on sale at any time.
    </QuestionDialog>
  );
};
