import { chakra } from '@chakra-ui/react';
import type { FormEvent, ReactNode } from 'react';
import { FocusedNotice } from '../../ui/layout/focused-notice.tsx';
import { SaveBar } from '../../ui/controls/save-bar.tsx';

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
    <SaveBar label="Save changes" changed={isDirty} saving={isSubmitting} />
  </chakra.form>
);
