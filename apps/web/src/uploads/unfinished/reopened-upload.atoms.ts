import { atom, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import type { UploadForm } from '@tessera/domain/content/forms';
import type { PendingUpload } from './pending-upload.ts';
import { brandOf, pricingOf } from '../form-fields.ts';
import { store } from '../../kernel/store.ts';

export interface ReopenedUpload {
  readonly fields: UploadForm;
  readonly file: File | null;
}

/** A pending upload that could not be saved, until the upload form opens with it. */
const reopenedAtom = atom<ReopenedUpload | null>(null);

export const reopenUpload = ({ pending, file }: { pending: PendingUpload; file: File | null }): void => {
  store.set(reopenedAtom, { fields: { ...brandOf(pending), ...pricingOf(pending) }, file });
};

/** Returns, only once, what the form should open with; null for an empty form. */
export const useReopenedUpload = (): ReopenedUpload | null => {
  const [reopened] = useState(() => store.get(reopenedAtom));
  const set = useSetAtom(reopenedAtom, { store });
  useEffect(() => set(null), [set]);
  return reopened;
};
