import { Box } from '@chakra-ui/react';
import type { BoardDetails } from '@tessera/contract/boards';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { FormField } from '../kernel/forms/form-field.tsx';
import { ApiError } from '../kernel/send.ts';
import { toast } from '../kernel/toast.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/controls/button.tsx';
import { TextInput } from '../ui/controls/text-input.tsx';
import { useBusy } from '../ui/controls/use-busy.ts';
import { CheckboxField } from '../ui/controls/checkbox-field.tsx';
import { DecisionDialog } from '../ui/decision/decision-dialog.tsx';
import { endLink, shareBoard } from './board-actions.ts';

const copy = async (address: string) => {
  try {
    await navigator.clipboard.writeText(address);
    toast.success('Link copied');
  } catch {
    toast.error('Failed to copy', `Please copy it yourself: ${address}`);
  }
};

const LinkField = ({ address }: { address: string }) => (
  <Box display="grid" gridTemplateColumns="1fr auto" gap="3" alignItems="end">
    <FormField label="Link">
      <TextInput readOnly value={address} onFocus={({ target }) => target.select()} />
    </FormField>
    <Button variant="secondary" onClick={() => void copy(address)}>
      <Copy size={16} strokeWidth={1.5} aria-hidden /> Copy
    </Button>
  </Box>
);

interface ShareDialogProps {
  readonly board: Pick<BoardDetails, 'id' | 'link'>;
  readonly onClose: () => void;
}

/** Creates the link to a board, says what it shows, and ends it. */
export const ShareDialog = ({ board: { id, link }, onClose }: ShareDialogProps) => {
  const [withNotes, setWithNotes] = useState(link?.with_notes ?? false);
  const [sending, send] = useBusy(async (change: () => Promise<unknown>) => {
    try {
      await change();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setWithNotes(link?.with_notes ?? false);
      toast.error(error.title, error.message);
    }
  });
  const end = () =>
    send(async () => {
      await endLink(id);
      toast.success('Link ended', 'Nobody can open it anymore.');
      onClose();
    });
  const changeWithNotes = (ticked: boolean) => {
    setWithNotes(ticked);
    if (link) void send(() => shareBoard(id, ticked));
  };
  const actions = link ? (
    <>
      <Button variant="danger" disabled={sending} onClick={() => void end()}>
        End link
      </Button>
      <Button onClick={onClose}>Done</Button>
    </>
  ) : (
    <>
      <Button variant="secondary" onClick={onClose}>
        Cancel
      </Button>
      <Button loading={sending} loadingText="Creating…" onClick={() => void send(() => shareBoard(id, withNotes))}>
        Create link
      </Button>
    </>
  );
  return (
    <DecisionDialog title="Share this board" actions={actions} onClose={onClose}>
      <Box display="grid" gap="5">
        <Box>
          {link
            ? 'Everyone who has this link can open the board, without signing in, until you end it.'
            : 'Everyone who has the link can see the board: its name, your brand’s name, and its items. You can end the link at any time.'}
        </Box>
        {link && <LinkField address={new URL(paths.sharedBoard(link.token), window.location.origin).href} />}
        <CheckboxField
          label="Show my notes"
          help="Everyone who has the link can read your notes on the items."
          checked={withNotes}
          disabled={sending}
          onChange={({ target }) => changeWithNotes(target.checked)}
        />
      </Box>
    </DecisionDialog>
  );
};
