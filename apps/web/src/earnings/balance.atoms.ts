import type { Balance } from '@tessera/contract/money/earnings';
import { atom } from 'jotai';
import { nowAtom } from '../kernel/now.atoms.ts';
import { liveQueryAtom, ownChangesAtom } from '../kernel/reading/own-changes.ts';

/**
 * The position of the latest change to the signed-in creator's money that came over the live connection; -1 before
 * that.
 */
export const moneyPositionAtom = ownChangesAtom(['creator-ledger', 'payouts', 'payout-holds']);

const todayAtom = atom((get) => [new Date(get(nowAtom)).toISOString().slice(0, 'yyyy-mm-dd'.length)]);

/**
 * A query that is loaded again when the creator's money changes, and on a new day. Old data stays visible until then.
 */
export const moneyQueryAtom = <Value>(path: string) => liveQueryAtom<Value>(path, moneyPositionAtom, todayAtom);

/** Where the signed-in creator's money is. */
export const balanceQueryAtom = moneyQueryAtom<Balance>('/api/earnings/balance');
