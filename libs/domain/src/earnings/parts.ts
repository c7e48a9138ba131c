import type { Cents } from '../money.ts';

/** Of the price of one license: who has which part of it. */
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

/** `amount × part ÷ whole`, rounded half up. Of two parts the larger remainder gets the cent. */
const shareOf = (amount: Cents, part: Cents, whole: Cents): Cents =>
  whole === 0 ? 0 : Math.floor((amount * part * 2 + whole) / (whole * 2));

/**
 * What each gives of an amount that is taken back: of all that was taken back so far, the part that the frozen split says,
 * to the cent. The creator's comes first, then the rest is shared between referrer and platform, as in the sale. Nobody
 * gives more than is left of the own part, and nobody ever gets something back.
 * @param split at the sale
 * @param taken back so far
 * @param amount of at most what is left
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
