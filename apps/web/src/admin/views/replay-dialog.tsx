import { Stack } from '@chakra-ui/react';
import { QuestionDialog } from '../../ui/decision/decision-dialog.tsx';

interface ReplayDialogProps {
  readonly view: string;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

export const ReplayDialog = ({ view, onClose, onConfirm }: ReplayDialogProps) => (
  <QuestionDialog title={`Replay ${view}?`} action="Replay this view" onAction={onConfirm} onClose={onClose}>
    <Stack gap="3">
      <p>
        The view is rebuilt from the first event while the current one stays in use. The shop stays open: everyone keeps
        reading the current view until the new one has caught up and replaces it.
      </p>
      <p>Nothing is charged, mailed or granted again. A long log takes a while; you don’t need to wait here.</p>
    </Stack>
  </QuestionDialog>
);
