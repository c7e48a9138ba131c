import { withPlainDigits } from './kernel/text.ts';
import { decimalUsd, dollarsOf } from './money.ts';
import type { Cents } from './money.ts';

/**
 * What a person or a spreadsheet wrote as an amount of US dollars. `1,250` is unclear: it is 1250 or 1.25, depending on
 * where its author lives. `cents` is then what it means if the comma separates thousands.
 */
export type TypedAmount =
  | { readonly kind: 'amount' | 'unclear'; readonly cents: Cents }
  | { readonly kind: 'not-an-amount' };

const notAnAmount: TypedAmount = { kind: 'not-an-amount' };

/** `½`, `²`, `①`: normalized, `12²` would be 122. */
const otherNumber = /\p{No}/u;
/** They are invisible, and come along when an amount is copied from a text in Arabic or Hebrew. */
const directionMarks = /[\u061c\u200e\u200f]/g;
const dollarSigns = /^(?:US\$|USD|\$) ?|^(-)(?:US\$|USD|\$) ?| ?(?:US\$|USD|\$)$/gi;

const withoutGroups = /^(?<sign>-?)(?<whole>\d*)(?:[.,٫](?<cents>\d{1,2}))?$/;
const withGroups =
  /^(?<sign>-?)(?<whole>[1-9]\d{0,2}(?<group>[ ,.'٬])\d{3}(?:\k<group>\d{3})*)(?:(?!\k<group>)[.,٫](?<cents>\d{1,2}))?$/;
/** A point before three digits may be a fraction of a cent that a program wrote, so it isn't even unclear. */
const pointBeforeThree = /^-?\d+[.]\d{3}$/;
const commaBeforeThree = /^-?\d+,\d{3}$/;
/** More would not be exact, and nobody has as much. */
const wholeDigitsMax = 12;
const charactersMax = 40;

/** Spaces of any width, signs and digits of any script as one kind each. */
const plain = (text: string) =>
  withPlainDigits(text.replace(directionMarks, ''))
    .trim()
    .replaceAll('−', '-')
    .replaceAll('’', "'")
    .replace(dollarSigns, '$1');

/** Reads an amount with a decimal point or comma, with any usual separator of thousands, and with a dollar sign or without. */
export const typedAmount = (text: string): TypedAmount => {
  if (text.length > charactersMax || otherNumber.test(text)) return notAnAmount;
  const amount = plain(text);
  if (pointBeforeThree.test(amount)) return notAnAmount;
  const { sign, whole = '', cents = '' } = (withoutGroups.exec(amount) ?? withGroups.exec(amount))?.groups ?? {};
  const digits = whole.replace(/\D/g, '');
  if (sign === undefined || digits + cents === '' || digits.length > wholeDigitsMax) return notAnAmount;
  const size = Number(digits) * 100 + Number(cents.padEnd(2, '0'));
  return { kind: commaBeforeThree.test(amount) ? 'unclear' : 'amount', cents: sign === '-' && size > 0 ? -size : size };
};

export const amountMessage = 'Enter an amount in dollars and cents, such as 12.50';

/** What to tell the author of an amount that can't be read in one way only; null if it can. */
export const amountProblem = (text: string): string | null => {
  const typed = typedAmount(text);
  switch (typed.kind) {
    case 'amount':
      return null;
    case 'unclear':
      return `Please write ${decimalUsd(typed.cents)}, without a comma`;
    default:
      return amountMessage;
  }
};

/** The dollars in a field for an amount; NaN unless it can be read in one way only. */
export const dollarsTyped = (text: string): number => {
  const typed = typedAmount(text);
  return typed.kind === 'amount' ? dollarsOf(typed.cents) : Number.NaN;
};
