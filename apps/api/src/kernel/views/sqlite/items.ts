/** An element of a list field, or the value of a field that is only compared, with the index of its field. */
export type Item = readonly [field: number, value: string | number];

/** Separates items, as JSON never contains it. */
const end = '\n';

/** The index token of an item; a word of a text never begins like this. */
export const itemToken = (item: Item) => `${end}${JSON.stringify(item)}`;

/** All items and terms of a row, each between two separators. */
export const listOf = (items: readonly Item[], terms: readonly string[]) =>
  `${[...items.map(itemToken), ...terms.map(termToken)].join('')}${end}`;

/** A substring that a list contains exactly if it has the item. */
export const itemSubstring = (item: Item) => `${itemToken(item)}${end}`;

/** The tokens of the items and terms in a list. */
export const tokensIn = (list: string) =>
  list
    .split(end)
    .filter((item) => item !== '')
    .map((item) => `${end}${item}`);

/** The index token of a term; terms with the same prefix have neighboring tokens. */
export const termToken = (term: string) => `${end}w${term}`;

/** A substring that a list contains exactly if it has the term, or one that begins with it. */
export const termSubstring = (term: string, isWhole: boolean) => `${termToken(term)}${isWhole ? end : ''}`;

/** Whether it is such a token instead of a word from a text. */
export const isToken = (word: string) => word.startsWith(end);

const firstText = 'g';
const bits = new DataView(new ArrayBuffer(8));

/** Eight buckets for every doubling of a number, and one for all strings. Their names sort as the values do. */
const bucketOf = (value: string | number) => {
  if (typeof value === 'string') return firstText;
  bits.setFloat64(0, value === 0 ? 0 : value);
  const step = bits.getUint16(0) >> 1;
  const ascending = value < 0 ? 0x7fff - step : 0x4000 + step;
  return ascending.toString(16).padStart(4, '0');
};

/** The index token of the bucket that contains a field's value, for finding rows roughly by value. */
export const bucketToken = (field: number, value: string | number) => `${end}${field}/${bucketOf(value)}`;
