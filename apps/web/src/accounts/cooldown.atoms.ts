import { atom } from 'jotai';

const signUpCooldownMs = 60_000;
const secondMs = 1_000;
const storageKey = 'creatorSignupAttemptAt';

const leftMs = () => {
  const attemptAt = Number(localStorage.getItem(storageKey) ?? 0);
  return Math.max(0, Math.min(signUpCooldownMs, attemptAt + signUpCooldownMs - Date.now()));
};

const leftSeconds = () => Math.ceil(leftMs() / secondMs);

const shown = atom(leftSeconds());
shown.onMount = (set) => {
  let timer: ReturnType<typeof setTimeout>;
  const follow = () => {
    clearTimeout(timer);
    set(leftSeconds());
    if (leftMs() > 0) timer = setTimeout(follow, leftMs() % secondMs || secondMs);
  };
  follow();
  window.addEventListener('storage', follow);
  window.addEventListener(storageKey, follow);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('storage', follow);
    window.removeEventListener(storageKey, follow);
  };
};

/**
 * The seconds that a creator has to wait for the next sign-up attempt: 60 from the last one, also in another tab and
 * after a reload.
 */
export const cooldownSecondsAtom = atom((get) => get(shown));

export const isCoolingDown = () => leftMs() > 0;

export const startCooldown = () => {
  localStorage.setItem(storageKey, String(Date.now()));
  window.dispatchEvent(new Event(storageKey));
};
