import { atom } from 'jotai';

const signUpCooldownMs = 60_000;
const storageKey = 'creatorSignupAttemptAt';

const leftMs = () => {
  const attemptAt = Number(localStorage.getItem(storageKey) ?? 0);
  return Math.min(signUpCooldownMs, attemptAt + signUpCooldownMs - Date.now());
};

const running = atom(leftMs() > 0);
running.onMount = (set) => {
  let timer: ReturnType<typeof setTimeout>;
  const follow = () => {
    clearTimeout(timer);
    const left = leftMs();
    set(left > 0);
    if (left > 0) timer = setTimeout(follow, left);
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

/** True for 60 seconds after a creator's sign-up attempt, also in another tab and after a reload. */
export const coolingDownAtom = atom((get) => get(running));

export const isCoolingDown = () => leftMs() > 0;

export const startCooldown = () => {
  localStorage.setItem(storageKey, String(Date.now()));
  window.dispatchEvent(new Event(storageKey));
};
