import type { PublicConfig } from '@tessera/contract/operations';
import { atom } from 'jotai';
import { get as read } from '../kernel/send.ts';

let pending: Promise<PublicConfig> | undefined;

/** Read once while the page lives; a failure is asked again next time. */
export const readConfig = (): Promise<PublicConfig> => {
  pending ??= read<PublicConfig>('/api/config').catch((error: unknown) => {
    pending = undefined;
    throw error;
  });
  return pending;
};

const loadedConfigAtom = atom<PublicConfig | undefined>(undefined);
loadedConfigAtom.onMount = (set) => {
  readConfig().then(set, () => undefined);
};

/** `undefined` until it is known. */
export const configAtom = atom((get) => get(loadedConfigAtom));
