import { atom, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import type { UploadForm } from '@tessera/domain/content/forms';
import type { PendingUpload } from './pending-upload.ts';
import { store } from '../../kernel/store.ts';

export interface ReopenedUpload {
  readonly fields: UploadForm;
  readonly file: File | null;
}

/** What a pending upload held that could not be saved, until the upload form is opened with it. */
const reopened = atom<ReopenedUpload | null>(null);

export const reopenUpload = ({ pending, file }: { pending: PendingUpload; file: File | null }): void => {
  const { brandName, productUrls, notes, offerOneTime, offerSixMonth, offerPerpetual } = pending;
  const { oneTimePrice, sixMonthPrice, perpetualPrice } = pending;
  const offers = { offerOneTime, offerSixMonth, offerPerpetual };
  const prices = { oneTimePrice, sixMonthPrice, perpetualPrice };
  store.set(reopened, { fields: { brandName, productUrls, notes, ...offers, ...prices }, file });
};

/** Hands out once what the form is to be opened with; null for an empty form. */
export const useReopenedUpload = (): ReopenedUpload | null => {
  const [held] = useState(() => store.get(reopened));
  const set = useSetAtom(reopened, { store });
  useEffect(() => set(null), [set]);
  return held;
};
