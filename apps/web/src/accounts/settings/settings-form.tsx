import type { FormEvent, ReactNode } from 'react';
import { FocusedNotice } from '../../ui/layout/focused-notice.tsx';
import { SaveBar } from '../../ui/controls/save-bar.tsx';
import { Form } from '../../ui/controls/form.tsx';

interface SettingsFormProps {
  readonly label: string;
  readonly button?: string;
  /** The title above a refusal. */
  readonly failed?: string;
  /** Why the server refused the form as a whole. */
  readonly refusal: string | null;
  readonly isDirty: boolean;
  readonly isSubmitting: boolean;
  readonly onSave: (event: FormEvent) => Promise<void>;
  readonly children: ReactNode;
}

/** A form with one save button, which is disabled until there is something to save. */
export const SettingsForm = ({
  label,
  button = 'Save changes',
  failed = 'Profile update failed',
  refusal,
  isDirty,
  isSubmitting,
  onSave,
  children,
}: SettingsFormProps) => (
  <Form onSubmit={onSave} aria-label={label}>
    {refusal && <FocusedNotice title={failed}>{refusal}</FocusedNotice>}
    {children}
    <SaveBar label={button} changed={isDirty} saving={isSubmitting} />
  </Form>
);
