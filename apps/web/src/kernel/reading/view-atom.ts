import { atom } from 'jotai';
import type { Atom } from 'jotai';
import { watch } from './live.ts';
import type { Live } from './live.ts';

export interface ViewState<T> {
  readonly position: number;
  readonly value: T | null;
}

interface Over {
  /** Another connection than that of the signed-in user. */
  readonly over?: Live;
}

const newViewAtom = (view: string, key: string, options: Over) => {
  const state = atom<ViewState<unknown> | undefined>(undefined);
  state.onMount = (set) =>
    watch(
      view,
      key,
      (message) => set((known) => (known && known.position > message.position ? known : message)),
      options,
    );
  return atom((get) => get(state));
};

/** By connection: that of the signed-in user is `undefined`. */
const made = new Map<Live | undefined, Map<string, Atom<ViewState<unknown> | undefined>>>();

/** The newest known state of a live view while somebody looks at it; `undefined` until the first answer. */
export const viewAtom = <T>(view: string, key: string, options: Over = {}): Atom<ViewState<T> | undefined> => {
  const atoms = made.get(options.over) ?? new Map<string, Atom<ViewState<unknown> | undefined>>();
  const known = atoms.get(`${view}/${key}`) ?? newViewAtom(view, key, options);
  made.set(options.over, atoms.set(`${view}/${key}`, known));
  return known as Atom<ViewState<T> | undefined>;
};
