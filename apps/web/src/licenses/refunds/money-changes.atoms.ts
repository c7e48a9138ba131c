import { atom } from 'jotai';
import { ownChangesAtom } from '../../kernel/reading/own-changes.ts';
import { store } from '../../kernel/store.ts';

const heardAtom = ownChangesAtom(['refunds', 'disputes']);
const answeredAtom = atom(-1);

/** The position up to which the refunds and disputes of the signed-in brand have changed; -1 until that is known. */
export const moneyNewsAtom = atom((get) => Math.max(get(heardAtom), get(answeredAtom)));

/** The server has confirmed a change, whether or not the connection tells it. */
export const noteMoneyNews = (position: number) => store.set(answeredAtom, (latest) => Math.max(latest, position));
