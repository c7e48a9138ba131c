const brands: readonly (readonly [string, RegExp])[] = [
  ['Visa', /^4/],
  ['Mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['American Express', /^3[47]/],
  ['Discover', /^(6011|64[4-9]|65)/],
  ['Diners Club', /^(30[0-5]|36|38)/],
  ['JCB', /^(352[89]|35[3-8])/],
  ['UnionPay', /^62/],
];

/** The brand of a card number, from its first digits; null while unknown. */
export const cardBrandOf = (digits: string): string | null =>
  brands.find(([, beginning]) => beginning.test(digits))?.[0] ?? null;
