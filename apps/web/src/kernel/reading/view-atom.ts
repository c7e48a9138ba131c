import { atom } from 'jotai';
import type { Atom } from 'jotai';
import { watch } from './live.ts';
import type { Live } from './live.ts';

export interface ViewState<T> {
  readonly position: number;
  readonly value: T | null;
}

interface ViewOptions {
  /** A connection to use instead of the signed-in user's. */
  readonly over?: Live;
}

const newViewAtom = (view: string, key: string, options: ViewOptions) => {
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

/** By connection; `undefined` is that of the signed-in user. */
const atomsByConnection = new Map<Live | undefined, Map<string, Atom<ViewState<unknown> | undefined>>>();

/** The newest known state of a live view, watched while the atom is mounted; `undefined` until the first answer. */
export const viewAtom = <T>(view: string, key: string, options: ViewOptions = {}): Atom<ViewState<T> | undefined> => {
  const atoms = atomsByConnection.get(options.over) ?? new Map<string, Atom<ViewState<unknown> | undefined>>();
  const known = atoms.get(`${view}/${key}`) ?? newViewAtom(view, key, options);
  atomsByConnection.set(options.over, atoms.set(`${view}/${key}`, known));
  return known as Atom<ViewState<T> | undefined>;
};
