import { useAtomValue } from 'jotai';
import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { sessionAtom } from '../../kernel/session.ts';
import { openUnfinished } from './unfinished-upload.ts';
import type { UnfinishedUpload } from './unfinished-upload.ts';

/** The signed-in creator's unfinished upload, null until it is open; `discard` forgets it and opens an empty one. */
export const useUnfinishedUpload = (isNew: boolean) => {
  const userId = useAtomValue(sessionAtom)?.userId;
  const [unfinished, setUnfinished] = useState<UnfinishedUpload | null>(null);
  const [round, setRound] = useState(0);
  const openNow = useEffectEvent((account: string) => openUnfinished('upload', account, { isNew: isNew || round > 0 }));
  useEffect(() => {
    if (!userId) return;
    let here = true;
    let close = () => {};
    void openNow(userId).then((opened) => {
      if (!here) return opened.close();
      close = opened.close;
      setUnfinished(opened);
    });
    return () => {
      here = false;
      close();
    };
  }, [userId, round]);
  return {
    unfinished,
    /** Until something was discarded. */
    isFirst: round === 0,
    discard: async () => {
      await unfinished?.forget();
      setRound(round + 1);
    },
  };
};

/** Tells what is typed into a form, at every change; null when the form is as it was at first. */
export const useTypedFields = <Form extends FieldValues>(
  form: UseFormReturn<Form, unknown, Form>,
  onTyped: (fields: Form | null) => void,
  defaults: Form,
): void => {
  const tell = useEffectEvent((values: Form) =>
    onTyped(JSON.stringify(values) === JSON.stringify(defaults) ? null : values),
  );
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => tell(values) }),
    [form, form.subscribe],
  );
};
