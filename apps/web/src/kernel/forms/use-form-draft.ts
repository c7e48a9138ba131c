import { useEffect, useRef } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { sessionAtom, sessionEndedAtom } from '../session.ts';
import { store } from '../store.ts';

type Draft = Readonly<Record<string, unknown>>;

/** By user and form. Kept in this tab's memory only: a draft may contain a bank account number. */
const drafts = new Map<string, Draft>();

const changesOf = <Form extends FieldValues>(form: UseFormReturn<Form, unknown, Form>): Draft =>
  Object.fromEntries(
    Object.entries(form.getValues()).filter(([name]) => form.getFieldState(name as Path<Form>).isDirty),
  );

/**
 * Keeps the unsaved changes of a form when the session ends, and restores them once the same user has signed in again.
 * @param formName identifies the form, such as `edit/` and the item's id
 */
export const useFormDraft = <Form extends FieldValues>(form: UseFormReturn<Form, unknown, Form>, formName: string) => {
  // The form tracks changed fields only if this is read while rendering.
  void form.formState.dirtyFields;
  const formRef = useRef(form);
  useEffect(() => {
    formRef.current = form;
  });
  useEffect(() => {
    const key = `${store.get(sessionAtom)?.userId ?? ''} ${formName}`;
    for (const [field, value] of Object.entries(drafts.get(key) ?? {})) {
      formRef.current.setValue(field as Path<Form>, value as PathValue<Form, Path<Form>>, { shouldDirty: true });
    }
    drafts.delete(key);
    return store.sub(sessionEndedAtom, () => {
      const changes = changesOf(formRef.current);
      if (store.get(sessionEndedAtom) && Object.keys(changes).length > 0) drafts.set(key, changes);
    });
  }, [formName]);
};
