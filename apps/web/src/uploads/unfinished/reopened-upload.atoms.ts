import { atom, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import type { UploadForm } from '@tessera/domain/content/forms';
import type { PendingUpload } from './pending-upload.ts';
import { brandOf, pricingOf } from '../form-fields.ts';
import { sessionAtom } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';

export interface ReopenedUpload {
  readonly fields: UploadForm;
  readonly file: File | null;
}

const currentUserId = () => store.get(sessionAtom)?.userId;

/** A pending upload that could not be saved, until the upload form opens with it; no other account's form does. */
const reopenedAtom = atom<(ReopenedUpload & { readonly userId: string | undefined }) | null>(null);

export const reopenUpload = ({ pending, file }: { pending: PendingUpload; file: File | null }): void => {
  const fields = { ...brandOf(pending), ...pricingOf(pending) };
  store.set(reopenedAtom, { fields, file, userId: pending.creatorId });
};

/** Returns, only once, what the form should open with; null for an empty form. */
export const useReopenedUpload = (): ReopenedUpload | null => {
  const [reopened] = useState(() => {
    const waiting = store.get(reopenedAtom);
    return waiting?.userId === currentUserId() ? waiting : null;
  });
  const set = useSetAtom(reopenedAtom, { store });
  useEffect(() => set(null), [set]);
  return reopened;
};
