import { atom } from 'jotai';
import { ownChangesAtom } from '../../kernel/reading/own-changes.ts';
import { store } from '../../kernel/store.ts';

const liveChangeAtom = ownChangesAtom(['refunds', 'disputes']);
const confirmedChangeAtom = atom(-1);

/** The position up to which the refunds and disputes of the signed-in brand have changed; -1 until that is known. */
export const moneyChangesAtom = atom((get) => Math.max(get(liveChangeAtom), get(confirmedChangeAtom)));

/** The server has confirmed a change, whether or not the connection tells it. */
export const noteMoneyChange = (position: number) =>
  store.set(confirmedChangeAtom, (latest) => Math.max(latest, position));
