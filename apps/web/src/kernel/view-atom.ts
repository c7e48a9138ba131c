import { atom } from 'jotai';
import type { Atom } from 'jotai';
import { watch } from './live.ts';

export interface ViewState<T> {
  readonly position: number;
  readonly value: T | null;
}

const made = new Map<string, Atom<ViewState<unknown> | undefined>>();

const viewAtomOf = (view: string, key: string, admin: boolean) => {
  const state = atom<ViewState<unknown> | undefined>(undefined);
  state.onMount = (set) =>
    watch(view, key, (message) => set((known) => (known && known.position > message.position ? known : message)), {
      admin,
    });
  return atom((get) => get(state));
};

/** The newest known state of a live view while somebody looks at it; `undefined` until the first answer. */
export const viewAtom = <T>(
  view: string,
  key: string,
  options: { readonly admin?: boolean } = {},
): Atom<ViewState<T> | undefined> => {
  const name = `${view}/${key}/${options.admin ?? false}`;
  const known = made.get(name) ?? viewAtomOf(view, key, options.admin ?? false);
  made.set(name, known);
  return known as Atom<ViewState<T> | undefined>;
};
