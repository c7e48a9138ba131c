import { atom } from 'jotai';
import { get as read } from '../kernel/send.ts';

/** The operator's public settings. */
export interface Config {
  readonly gateway: 'sandbox' | 'stripe';
  /** Hosts that a checkout address may lead to besides this one. */
  readonly checkout_hosts: readonly string[];
  readonly media_bytes_max: number;
  readonly public_host: string;
}

let asked: Promise<Config> | undefined;

/** Read once while the page lives; a failure is asked again next time. */
export const readConfig = (): Promise<Config> => {
  asked ??= read<Config>('/api/config').catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
};

const known = atom<Config | undefined>(undefined);
known.onMount = (set) => {
  readConfig().then(set, () => undefined);
};

/** `undefined` until it is known. */
export const configAtom = atom((get) => get(known));
