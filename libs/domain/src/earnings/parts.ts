import type { Cents } from '../money.ts';

/** Each party's part of one license's price. */
export interface Parts {
  readonly creator: Cents;
  readonly referrer: Cents;
  readonly platform: Cents;
}

export const noParts: Parts = { creator: 0, referrer: 0, platform: 0 };

export const wholeOf = ({ creator, referrer, platform }: Parts): Cents => creator + referrer + platform;

export const plus = (one: Parts, other: Parts): Parts => ({
  creator: one.creator + other.creator,
  referrer: one.referrer + other.referrer,
  platform: one.platform + other.platform,
});

export const minus = (one: Parts, other: Parts): Parts => ({
  creator: one.creator - other.creator,
  referrer: one.referrer - other.referrer,
  platform: one.platform - other.platform,
});

const between = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** `amount × part ÷ whole`, rounded half up. If there are two parts, the one with the larger remainder gets the cent. */
const shareOf = (amount: Cents, part: Cents, whole: Cents): Cents =>
  whole === 0 ? 0 : Math.floor((amount * part * 2 + whole) / (whole * 2));

/**
 * How much each party gives when an amount is taken back. The totals taken so far follow the frozen split to the cent: the
 * creator's part is computed first, and the rest is divided between referrer and platform as in the sale. Nobody gives
 * more than what is left of their part, and nobody ever gets anything back.
 * @param split the parts at the sale
 * @param taken what was taken back so far
 * @param amount at most what is left
 */
export const takeBack = (split: Parts, taken: Parts, amount: Cents): Parts => {
  const left = minus(split, taken);
  const total = wholeOf(taken) + amount;
  const creatorTotal = shareOf(total, split.creator, wholeOf(split));
  const creator = between(
    creatorTotal - taken.creator,
    Math.max(0, amount - left.referrer - left.platform),
    Math.min(amount, left.creator),
  );
  const rest = amount - creator;
  const referrerTotal = shareOf(total - creatorTotal, split.referrer, split.referrer + split.platform);
  const referrer = between(
    referrerTotal - taken.referrer,
    Math.max(0, rest - left.platform),
    Math.min(rest, left.referrer),
  );
  return { creator, referrer, platform: rest - referrer };
};
