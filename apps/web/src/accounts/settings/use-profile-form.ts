import type { Profile } from '@tessera/contract/accounts/profile';
import { formFieldsOf } from '@tessera/domain/accounts/profile/profile-changes';
import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { showFieldErrors, useClassForm } from '../../kernel/forms/form.tsx';
import { useFormDraft } from '../../kernel/forms/use-form-draft.ts';
import { changeProfile } from './settings.atoms.ts';

type FieldNames = Readonly<Record<string, string>>;
type ProfileForm<Form extends FieldValues> = UseFormReturn<Form, unknown, Form>;

const defaultsOf = <Form extends FieldValues>(names: FieldNames, profile: Profile) =>
  formFieldsOf(names, { ...profile }) as Partial<Form>;

/** Only the changed fields, by their names on the wire, so that changes made in another tab aren't overwritten. */
const changesOf = <Form extends FieldValues>(form: ProfileForm<Form>, names: FieldNames, values: Form) => {
  const dirty: Readonly<Record<string, unknown>> = form.formState.dirtyFields;
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, field]) => (dirty[field] ? [[name, values[field] as unknown]] : [])),
  );
};

/** The form of the user's own profile. @param names the form's fields, by their names on the wire */
export const useProfileForm = <Form extends FieldValues>(
  FormClass: new () => Form,
  names: FieldNames,
  profile: Profile,
) => {
  const form = useClassForm(FormClass, defaultsOf<Form>(names, profile));
  const [refusal, setRefusal] = useState<string | null>(null);
  useFormDraft(form, 'profile');
  const save = form.handleSubmit(async (values) => {
    setRefusal(null);
    try {
      const changed = await changeProfile(changesOf(form, names, values));
      if (changed) form.reset({ ...new FormClass(), ...defaultsOf<Form>(names, changed) });
    } catch (error) {
      if (showFieldErrors(form, error, names)) return;
      setRefusal(error instanceof Error ? error.message : 'Please try again.');
    }
  });
  return { form, save, refusal };
};
