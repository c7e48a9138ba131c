import type { Cents } from '../money.ts';

/** Allocates an amount to several licenses, in their order, to each at most what is left of its price. */
export const allocate = (amount: Cents, left: readonly Cents[]): readonly Cents[] => {
  let rest = amount;
  return left.map((cents) => {
    const part = Math.max(0, Math.min(cents, rest));
    rest -= part;
    return part;
  });
};
