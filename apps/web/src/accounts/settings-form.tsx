import { Box, chakra } from '@chakra-ui/react';
import type { FormEvent, ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { FocusedNotice } from './focused-notice.tsx';

interface SettingsFormProps {
  readonly label: string;
  /** Why the whole of it was refused. */
  readonly refusal: string | null;
  readonly isDirty: boolean;
  readonly isSubmitting: boolean;
  readonly onSave: (event: FormEvent) => Promise<void>;
  readonly children: ReactNode;
}

/** Fields with one button; it waits until there is something to save. */
export const SettingsForm = ({ label, refusal, isDirty, isSubmitting, onSave, children }: SettingsFormProps) => (
  <chakra.form noValidate onSubmit={(event) => void onSave(event)} display="grid" gap="5" aria-label={label}>
    {refusal && <FocusedNotice title="Profile update failed">{refusal}</FocusedNotice>}
    {children}
    <Box display="flex" flexWrap="wrap" alignItems="center" gap="4">
      <Button
        type="submit"
        w={{ base: 'full', sm: 'auto' }}
        disabled={!isDirty}
        loading={isSubmitting}
        loadingText="Saving..."
      >
        Save changes
      </Button>
      <Box fontSize="sm" color="ink.muted">
        {isDirty ? 'Not saved yet.' : 'Everything is saved.'}
      </Box>
    </Box>
  </chakra.form>
);
