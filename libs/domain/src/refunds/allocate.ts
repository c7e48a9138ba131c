import type { Cents } from '../money.ts';

/** What of an amount falls to each of several licenses: in their order, of each at most what is left of its price. */
export const allocate = (amount: Cents, left: readonly Cents[]): readonly Cents[] => {
  let rest = amount;
  return left.map((cents) => {
    const part = Math.max(0, Math.min(cents, rest));
    rest -= part;
    return part;
  });
};
