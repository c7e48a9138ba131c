import type { Balance } from '@tessera/contract/money/earnings';
import { atom } from 'jotai';
import { nowAtom } from '../kernel/now.atoms.ts';
import { liveQueryAtom, ownChangesAtom } from '../kernel/reading/own-changes.ts';

/** The position up to which the own money has moved, as far as the connection told; -1 until it did. */
export const movedAtom = ownChangesAtom(['creator-ledger', 'payouts', 'payout-holds']);

const todayAtom = atom((get) => [new Date(get(nowAtom)).toISOString().slice(0, 'yyyy-mm-dd'.length)]);

/** Reads again whenever the own money has moved, and on another day; what was read before stays until then. */
export const movedReading = <Value>(path: string) => liveQueryAtom<Value>(path, movedAtom, todayAtom);

/** Where the signed-in creator's money is. */
export const balanceReadingAtom = movedReading<Balance>('/api/earnings/balance');
