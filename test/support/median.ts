/** The value in the middle, of an even count the upper one; 0 of nothing. */
export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
