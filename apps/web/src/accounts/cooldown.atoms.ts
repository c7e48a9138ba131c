import { atom } from 'jotai';
import { localStore } from '../kernel/browser/storage.ts';

const signUpCooldownMs = 60_000;
const secondMs = 1_000;
const storageKey = 'creatorSignupAttemptAt';

const leftMs = () => {
  const attemptAt = Number(localStore.getItem(storageKey) ?? 0);
  return Math.max(0, Math.min(signUpCooldownMs, attemptAt + signUpCooldownMs - Date.now()));
};

const leftSeconds = () => Math.ceil(leftMs() / secondMs);

const secondsAtom = atom(leftSeconds());
secondsAtom.onMount = (set) => {
  let timer: ReturnType<typeof setTimeout>;
  const update = () => {
    clearTimeout(timer);
    set(leftSeconds());
    if (leftMs() > 0) timer = setTimeout(update, leftMs() % secondMs || secondMs);
  };
  update();
  window.addEventListener('storage', update);
  window.addEventListener(storageKey, update);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('storage', update);
    window.removeEventListener(storageKey, update);
  };
};

/**
 * How many seconds a creator must wait before the next sign-up attempt: until 60 seconds after the last one, including
 * those in other tabs or before a reload.
 */
export const cooldownSecondsAtom = atom((get) => get(secondsAtom));

export const isCoolingDown = () => leftMs() > 0;

export const startCooldown = () => {
  localStore.setItem(storageKey, String(Date.now()));
  window.dispatchEvent(new Event(storageKey));
};

export const endCooldown = () => {
  localStore.removeItem(storageKey);
  window.dispatchEvent(new Event(storageKey));
};
