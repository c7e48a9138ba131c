/** Integer cents of US dollars. Dollars exist only at the edges: on screens and in the wire's dollar fields. */
export type Cents = number;

/** Money on the wire: `{ "amount_cents": 25000, "currency": "USD" }`. */
export const wireMoney = (amount_cents: Cents) => ({ amount_cents, currency: 'USD' as const });

/** A number of dollars as typed or sent, to the nearest cent. */
export const centsOf = (dollars: number): Cents => Math.round(dollars * 100);

/** A number of dollars with at most two decimals, for the wire's dollar fields. */
export const dollarsOf = (cents: Cents): number => cents / 100;

/** Whether this is a number of dollars in whole cents. Library rules on decimal places fail on `5e-324`. */
export const isDollars = (value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && dollarsOf(centsOf(value)) === value;

let usd: Intl.NumberFormat | undefined;

/** As people read it: `$1,250.00`, and with a real minus sign `−$40.00`. */
export const formatUsd = (cents: Cents): string => {
  // Created on first use: it costs a slow phone's browser a tenth of a second, before anything is shown.
  usd ??= new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  return usd.format(cents / 100).replace('-', '−');
};

/** As programs read it: `1250.00`, `-40.00`. */
export const decimalUsd = (cents: Cents): string => (cents / 100).toFixed(2);

const basisPointsPerWhole = 10_000;

/** A share of an amount, rounded half up to the cent. */
export const share = (amount: Cents, basisPoints: number): Cents =>
  Math.floor((amount * basisPoints + basisPointsPerWhole / 2) / basisPointsPerWhole);

export const sum = (amounts: readonly Cents[]): Cents => amounts.reduce((total, amount) => total + amount, 0);

/** A function that adds up figures name by name; a name that is left out counts as zero. */
/* @__NO_SIDE_EFFECTS__ */
export const adderOf = <Figures extends { readonly [Name in keyof Figures]: number }>(none: Figures) => {
  const names = Object.keys(none) as (keyof Figures)[];
  return (one: Figures, other: Partial<Figures>): Figures =>
    Object.fromEntries(names.map((name) => [name, one[name] + (other[name] ?? 0)])) as Figures;
};

export const priceMinCents: Cents = 100;
/** Keeps every product of price and quantity an exact integer, and catches typing errors. */
export const priceMaxCents: Cents = 100_000_000;
