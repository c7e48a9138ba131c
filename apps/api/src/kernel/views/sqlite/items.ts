/** An item of a list, or the value of a field that is only compared with, with the number of its field. */
export type Item = readonly [field: number, value: string | number];

/** No JSON contains it. */
const end = '\n';

/** Stands for an item in an index; a word of a text never begins like this. */
export const itemToken = (item: Item) => `${end}${JSON.stringify(item)}`;

/** All items and terms of a row, each from one end to the next. */
export const listOf = (items: readonly Item[], terms: readonly string[]) =>
  `${[...items.map(itemToken), ...terms.map(termToken)].join('')}${end}`;

/** What is in a list exactly if the item is. */
export const itemSubstring = (item: Item) => `${itemToken(item)}${end}`;

/** The words of the items and terms in a list. */
export const tokensIn = (list: string) =>
  list
    .split(end)
    .filter((item) => item !== '')
    .map((item) => `${end}${item}`);

/** Stands for a term in an index, whose words by its beginning are beside each other. */
export const termToken = (term: string) => `${end}w${term}`;

/** What is in a list exactly if a term is, or one that begins so. */
export const termSubstring = (term: string, isWhole: boolean) => `${termToken(term)}${isWhole ? end : ''}`;

/** Whether a word stands for something else than a part of a text. */
export const isToken = (word: string) => word.startsWith(end);

const firstText = 'g';
const bits = new DataView(new ArrayBuffer(8));

/** Eight buckets for every doubling of a number, and one for all strings; as words they sort as the values do. */
const bucketOf = (value: string | number) => {
  if (typeof value === 'string') return firstText;
  bits.setFloat64(0, value === 0 ? 0 : value);
  const step = bits.getUint16(0) >> 1;
  const ascending = value < 0 ? 0x7fff - step : 0x4000 + step;
  return ascending.toString(16).padStart(4, '0');
};

/** Stands for the step that a value of a field is on, by which rows are found roughly by value. */
export const bucketToken = (field: number, value: string | number) => `${end}${field}/${bucketOf(value)}`;
