import { Stack } from '@chakra-ui/react';
import { Button } from '../../ui/controls/button.tsx';
import { DecisionDialog } from '../../ui/layout/decision-dialog.tsx';

interface ReplayDialogProps {
  readonly view: string;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

export const ReplayDialog = ({ view, onClose, onConfirm }: ReplayDialogProps) => (
  <DecisionDialog
    title={`Replay ${view}?`}
    onClose={onClose}
    actions={
      <>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={onConfirm}>Replay this view</Button>
      </>
    }
  >
    <Stack gap="3">
      <p>
        The view is built again from the first event, beside the one in use. The shop stays open: everybody goes on
        reading the present one until the new one has caught up, then it takes its place.
      </p>
      <p>Nothing is charged, mailed or granted again. It takes as long as the log is long and can be left alone.</p>
    </Stack>
  </DecisionDialog>
);
