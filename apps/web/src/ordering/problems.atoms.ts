import type { CartItem } from '@tessera/domain/ordering/cart';
import { atom } from 'jotai';
import { cartAtom } from './cart/cart.atoms.ts';
import { cartCheckAtom, lineKey } from './cart/cart-check.atoms.ts';
import { cartContentAtom, isSample } from './cart/cart-content.atoms.ts';

const problemLabels = { gone: 'No longer for sale', not_offered: 'This license is no longer offered' } as const;

/** Why lines of the cart can't be bought anymore, by line key; lines without a problem are missing. */
export const problemsAtom = atom((get): ReadonlyMap<string, string> => {
  const rows = get(cartContentAtom);
  const checks = get(cartCheckAtom);
  const problemOf = (line: CartItem): string | null => {
    const status = checks.get(lineKey(line))?.status;
    if (isSample(line.id)) return 'A sample, not for sale';
    // The live marketplace knows about removed items before the next check does.
    if (rows.get(line.id) === null) return problemLabels.gone;
    return status === 'gone' || status === 'not_offered' ? problemLabels[status] : null;
  };
  const problems = get(cartAtom).map((line) => [lineKey(line), problemOf(line)] as const);
  return new Map(problems.flatMap(([key, problem]) => (problem ? [[key, problem]] : [])));
});
