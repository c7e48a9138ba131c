import type { FormEvent, ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { FocusedNotice } from '../../ui/layout/focused-notice.tsx';
import { SaveBar } from '../../ui/controls/save-bar.tsx';
import { Form } from '../../ui/controls/form.tsx';
import { UnsavedGuard } from '../../ui/controls/unsaved-guard.tsx';

interface SettingsFormProps<Fields extends FieldValues> {
  readonly form: UseFormReturn<Fields, unknown, Fields>;
  readonly label: string;
  readonly button?: string;
  /** The title above a refusal. */
  readonly failed?: string;
  /** Why the server refused the form as a whole. */
  readonly refusal: string | null;
  readonly onSave: (event: FormEvent) => Promise<void>;
  readonly children: ReactNode;
}

/**
 * A form with one save button, which is disabled until there is something to save. It asks before unsaved changes are
 * lost.
 */
export const SettingsForm = <Fields extends FieldValues>({
  form,
  label,
  button = 'Save changes',
  failed = 'Profile update failed',
  refusal,
  onSave,
  children,
}: SettingsFormProps<Fields>) => {
  const { isDirty, isSubmitting } = form.formState;
  return (
    <Form onSubmit={onSave} aria-label={label}>
      {refusal && <FocusedNotice title={failed}>{refusal}</FocusedNotice>}
      {children}
      {/* Only rendered while needed: the router asks only one of several guards on a page. */}
      {isDirty && !isSubmitting && <UnsavedGuard unsaved />}
      <SaveBar label={button} changed={isDirty} saving={isSubmitting} />
    </Form>
  );
};
