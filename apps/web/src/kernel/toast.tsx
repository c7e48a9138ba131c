import { atom, useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { store } from './store.ts';
import type { ToastMessage } from './toaster.tsx';
import { loadWithRetry } from './load-with-retry.ts';

const waitingMax = 5;
const useEvents = ['pointerdown', 'keydown'];

/** How many toasts there have been. The first one loads the toaster. */
const countAtom = atom(0);
/** The toasts that wait for the toaster to load, oldest first. */
let waiting: readonly ToastMessage[] = [];
let showToast = (message: ToastMessage): void => {
  waiting = [...waiting, message].slice(-waitingMax);
};

const show = (kind: string) => (title: string, description?: string, action?: ToastMessage['action']) =>
  // Not during React's current update: a toast must be rendered synchronously, or the next one would replace it.
  queueMicrotask(() => {
    showToast({ kind, title, description, action });
    store.set(countAtom, (count) => count + 1);
  });

/** A brief message about what was just done: a title and, if it helps, one sentence and one action. */
export const toast = {
  success: show('success'),
  error: show('error'),
  warning: show('warning'),
  info: show('info'),
};

const loadToaster = async () => {
  const toaster = await loadWithRetry(() => import('./toaster.tsx'));
  showToast = toaster.showToast;
  for (const message of waiting) showToast(message);
  waiting = [];
  return toaster.Toaster;
};

/** Where toasts appear, once on every page. The toaster is loaded at the first sign of use, or with the first toast. */
export const Toasts = () => {
  const count = useAtomValue(countAtom, { store });
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  const [used, setUsed] = useState(false);
  useEffect(() => {
    const use = () => setUsed(true);
    // Before the first toast: a screen reader only announces what is added to an existing region.
    for (const event of useEvents) window.addEventListener(event, use, { once: true });
    return () => {
      for (const event of useEvents) window.removeEventListener(event, use);
    };
  }, []);
  useEffect(() => {
    if (!used && count === 0) return;
    loadToaster().then(
      (loaded) => setToaster(() => loaded),
      // Without a connection, the next toast tries again.
      () => undefined,
    );
  }, [used, count]);
  return Toaster && <Toaster />;
};
