import type { PublicConfig } from '@tessera/contract/operations';
import { atom } from 'jotai';
import { get as read } from '../kernel/send.ts';

let pending: Promise<PublicConfig> | undefined;

/** Reads the configuration once per page load; after a failure, the next call tries again. */
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

/** `undefined` until known. */
export const configAtom = atom((get) => get(loadedConfigAtom));
