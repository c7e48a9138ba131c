import { useEffect, useRef } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { sessionAtom, sessionEndedAtom } from '../session.ts';
import { store } from '../store.ts';

type Typed = Readonly<Record<string, unknown>>;

/** By person and place. In this tab's memory alone: it may be a bank account. */
const typed = new Map<string, Typed>();

const changesOf = <Form extends FieldValues>(form: UseFormReturn<Form, unknown, Form>): Typed =>
  Object.fromEntries(
    Object.entries(form.getValues()).filter(([name]) => form.getFieldState(name as Path<Form>).isDirty),
  );

/**
 * What was changed in a form when the session ended stands there again once the same person has signed in.
 * @param place names the form, such as `edit/` and the item's id
 */
export const useFormDraft = <Form extends FieldValues>(form: UseFormReturn<Form, unknown, Form>, place: string) => {
  // The form tells which fields were changed only to who looks while rendering.
  void form.formState.dirtyFields;
  const current = useRef(form);
  useEffect(() => {
    current.current = form;
  });
  useEffect(() => {
    const name = `${store.get(sessionAtom)?.userId ?? ''} ${place}`;
    for (const [field, value] of Object.entries(typed.get(name) ?? {})) {
      current.current.setValue(field as Path<Form>, value as PathValue<Form, Path<Form>>, { shouldDirty: true });
    }
    typed.delete(name);
    return store.sub(sessionEndedAtom, () => {
      const changes = changesOf(current.current);
      if (store.get(sessionEndedAtom) && Object.keys(changes).length > 0) typed.set(name, changes);
    });
  }, [place]);
};
