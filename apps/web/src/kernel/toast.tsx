import { atom, useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { store } from './store.ts';
import type { Said } from './toaster.tsx';

const waitingMax = 5;
const signsOfUse = ['pointerdown', 'keydown'];

/** How many there have been: with the first one, what shows them is loaded. */
const countAtom = atom(0);
/** Those that wait for it, the oldest first. */
let waiting: readonly Said[] = [];
let say = (said: Said): void => {
  waiting = [...waiting, said].slice(-waitingMax);
};

const show = (kind: string) => (title: string, description?: string, action?: Said['action']) =>
  // Not within what React is doing just now: a toast is drawn at once, or the next one would take its place.
  queueMicrotask(() => {
    say({ kind, title, description, action });
    store.set(countAtom, (count) => count + 1);
  });

/** Words on what was just done: a title and, where it helps, one sentence and one thing to do about it. */
export const toast = {
  success: show('success'),
  error: show('error'),
  warning: show('warning'),
  info: show('info'),
};

const loadToaster = async () => {
  const { Toaster, say: sayNow } = await import('./toaster.tsx');
  say = sayNow;
  for (const said of waiting) say(said);
  waiting = [];
  return Toaster;
};

/** Where toasts appear, one for the whole page. What shows them is loaded once somebody uses the page or there is one. */
export const Toasts = () => {
  const count = useAtomValue(countAtom, { store });
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  const [used, setUsed] = useState(false);
  useEffect(() => {
    const use = () => setUsed(true);
    // Before there are words: a screen reader hears those that come into a region which is there.
    for (const sign of signsOfUse) window.addEventListener(sign, use, { once: true });
    return () => {
      for (const sign of signsOfUse) window.removeEventListener(sign, use);
    };
  }, []);
  useEffect(() => {
    if (!used && count === 0) return;
    loadToaster().then(
      (loaded) => setToaster(() => loaded),
      // Without a connection it is tried again with the next toast.
      () => undefined,
    );
  }, [used, count]);
  return Toaster && <Toaster />;
};
