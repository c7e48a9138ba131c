import { createToaster } from '@chakra-ui/react';
import type { CreateToasterReturn } from '@chakra-ui/react';
import { atom, useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { store } from './store.ts';

const shownMs = 4_000;
/** Long enough to read what was done, and to think better of it. */
const shownWithActionMs = 10_000;
const heldMax = 5;
const signsOfUse = ['pointerdown', 'keydown'];

/** Keeps them without showing any; what shows them is loaded once there is one. */
const toaster = createToaster({
  placement: 'top',
  max: 3,
  gap: 14,
  offsets: '16px',
  removeDelay: 160,
  // It stops none that is shown: what shows them does.
  pauseOnPageIdle: false,
});

interface Action {
  readonly label: string;
  readonly onSelect: () => void;
}

/** The ids of those shown and those that wait for their turn, the oldest first. */
const heldAtom = atom<readonly string[]>([]);

const add = (kind: string, title: string, description?: string, action?: Action) => {
  const id = toaster.create({
    type: kind,
    title,
    description,
    duration: action ? shownWithActionMs : shownMs,
    // All wait their turn alike.
    priority: 1,
    ...(action && { action: { label: action.label, onClick: action.onSelect } }),
    onStatusChange: ({ status }) => {
      if (status === 'unmounted') store.set(heldAtom, (held) => held.filter((other) => other !== id));
    },
  });
  const held = [...store.get(heldAtom), id];
  for (const oldest of held.slice(0, -heldMax)) toaster.remove(oldest);
  store.set(heldAtom, held.slice(-heldMax));
};

const show = (kind: string) => (title: string, description?: string, action?: Action) =>
  // Not within what React is doing just now: a toast is drawn at once, or the next one would take its place.
  queueMicrotask(() => add(kind, title, description, action));

/** Words on what was just done: a title and, where it helps, one sentence and one thing to do about it. */
export const toast = {
  success: show('success'),
  error: show('error'),
  warning: show('warning'),
  info: show('info'),
};

/** Where toasts appear, one for the whole page. What shows them is loaded once somebody uses the page or there is one. */
export const Toasts = () => {
  const held = useAtomValue(heldAtom, { store });
  const [Toaster, setToaster] = useState<ComponentType<{ toaster: CreateToasterReturn }> | null>(null);
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
    const load = async () => {
      const shown = await import('./toaster.tsx');
      setToaster(() => shown.Toaster);
    };
    // Without a connection it is tried again with the next toast.
    if (used || held.length > 0) load().catch(() => undefined);
  }, [used, held]);
  return Toaster && <Toaster toaster={toaster} />;
};
