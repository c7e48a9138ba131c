import { useAtomValue } from 'jotai';
import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { sessionAtom } from '../../kernel/session.ts';
import { openUnfinished } from './unfinished-upload.ts';
import type { UnfinishedKind, UnfinishedUpload } from './unfinished-upload.ts';

/** The signed-in creator's unfinished upload, as below. */
export const useUnfinishedUpload = (isNew: boolean) =>
  useUnfinished('upload', useAtomValue(sessionAtom)?.userId, isNew);

/** An unfinished upload of an owner, null until it is open; `discard` deletes it and opens an empty one. */
export const useUnfinished = (kind: UnfinishedKind, owner: string | undefined, isNew = false) => {
  const [unfinished, setUnfinished] = useState<UnfinishedUpload | null>(null);
  const [discards, setDiscards] = useState(0);
  const openNow = useEffectEvent((of: string) => openUnfinished(kind, of, { isNew: isNew || discards > 0 }));
  useEffect(() => {
    if (!owner) return;
    let isMounted = true;
    let close = () => {};
    void openNow(owner).then((opened) => {
      if (!isMounted) return opened.close();
      close = opened.close;
      setUnfinished(opened);
    });
    return () => {
      isMounted = false;
      close();
    };
  }, [owner, discards]);
  return {
    unfinished,
    /** True until something was discarded. */
    isFirst: discards === 0,
    discard: async () => {
      await unfinished?.forget();
      setDiscards(discards + 1);
    },
  };
};

/** Reports a form's values at every change; null while they are the defaults. */
export const useTypedFields = <Form extends FieldValues>(
  form: UseFormReturn<Form, unknown, Form>,
  onTyped: (fields: Form | null) => void,
  defaults: Form,
): void => {
  const report = useEffectEvent((values: Form) =>
    onTyped(JSON.stringify(values) === JSON.stringify(defaults) ? null : values),
  );
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => report(values) }),
    [form, form.subscribe],
  );
};
