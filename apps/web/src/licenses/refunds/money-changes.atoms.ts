import { atom } from 'jotai';
import { ownChangesAtom } from '../../kernel/reading/own-changes.ts';
import { store } from '../../kernel/store.ts';

const liveChangeAtom = ownChangesAtom(['refunds', 'disputes']);
const confirmedChangeAtom = atom(-1);

/** The log position of the latest change to the signed-in brand's refunds and disputes; -1 until known. */
export const moneyChangesAtom = atom((get) => Math.max(get(liveChangeAtom), get(confirmedChangeAtom)));

/** Records a change that the server has confirmed, in case the live connection doesn't report it. */
export const noteMoneyChange = (position: number) =>
  store.set(confirmedChangeAtom, (latest) => Math.max(latest, position));
