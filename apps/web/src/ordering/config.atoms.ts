import type { PublicConfig } from '@tessera/contract/operations';
import { atom } from 'jotai';
import { get as read } from '../kernel/send.ts';

let asked: Promise<PublicConfig> | undefined;

/** Read once while the page lives; a failure is asked again next time. */
export const readConfig = (): Promise<PublicConfig> => {
  asked ??= read<PublicConfig>('/api/config').catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
};

const known = atom<PublicConfig | undefined>(undefined);
known.onMount = (set) => {
  readConfig().then(set, () => undefined);
};

/** `undefined` until it is known. */
export const configAtom = atom((get) => get(known));
