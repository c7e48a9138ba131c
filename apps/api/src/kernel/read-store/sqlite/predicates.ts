import type { Bound, Find } from '../port.ts';
import { absent, type DocumentTables } from './document-tables.ts';

const trigramCharacters = 3;
/** Of a long search text so many trigrams are looked up; the text itself is compared in any case. */
const searchedTrigramsMax = 8;
/** A text of one or two characters is looked up as the trigrams that begin with it, unless they are more. */
const longerTrigramsMax = 500;
const lastCharacter = '\u{10ffff}';

/** Where an index finds the ids of all rows that may meet a condition. */
export interface Source {
  readonly from: string;
  /** The column of `from` that holds the id of a row. */
  readonly row: string;
  readonly where: string;
  readonly values: readonly Bound[];
  /** True where the index finds the ids in their order, from either end. */
  readonly ordered: boolean;
}

export interface Predicate {
  /** Tests one row. */
  readonly condition: string;
  readonly values: readonly Bound[];
  readonly source: Source | null;
  /** An index that is dear to ask, unless it finds little. */
  readonly rareSource?: () => Source | null;
}

export type Filter = Pick<Find, 'where' | 'range' | 'text'>;

export const columnOf = ({ fields, name }: DocumentTables, field: string) => {
  const index = fields.indexOf(field);
  if (index < 0) throw new Error(`${name}: the view declares no field "${field}"`);
  return { index, column: `${name}.field_${index}` };
};

const equal = (tables: DocumentTables, field: string, value: Bound): Predicate => {
  const { index, column } = columnOf(tables, field);
  const { name } = tables;
  const items = `${name}_items`;
  const item = `${items}.field = ${index} AND ${items}.value = ?`;
  return {
    condition: `${column} = ? OR EXISTS (SELECT 1 FROM ${items} WHERE ${item} AND ${items}.row = ${name}.id)`,
    values: [value, value],
    source: tables.sorted.has(index)
      ? {
          from: `(SELECT id AS row FROM ${name} WHERE ${column} = ? UNION ALL SELECT row FROM ${items} WHERE ${item})`,
          row: 'row',
          where: 'true',
          values: [value, value],
          ordered: false,
        }
      : { from: items, row: `${items}.row`, where: item, values: [value], ordered: true },
  };
};

const within = (tables: DocumentTables, { field, from, to }: NonNullable<Find['range']>): Predicate => {
  const { column } = columnOf(tables, field);
  const bounds: [string, Bound][] = [[`${column} > ?`, absent]];
  if (from !== undefined) bounds.push([`${column} >= ?`, from]);
  if (to !== undefined) bounds.push([`${column} <= ?`, to]);
  const condition = bounds.map(([part]) => part).join(' AND ');
  const values = bounds.map(([, value]) => value);
  const rows = `(SELECT id AS row FROM ${tables.name} WHERE ${condition})`;
  return { condition, values, source: { from: rows, row: 'row', where: 'true', values, ordered: false } };
};

const quoted = (trigram: string) => `"${trigram.replaceAll('"', '""')}"`;

const matching = ({ name }: DocumentTables, expression: string): Source => ({
  from: `${name}_text`,
  row: `${name}_text.rowid`,
  where: `${name}_text MATCH ?`,
  values: [expression],
  ordered: true,
});

/** Where there are all trigrams of a term. */
const longSource = (tables: DocumentTables, characters: readonly string[]): Source => {
  const trigrams = [
    ...new Set(characters.slice(2).map((_, start) => characters.slice(start, start + trigramCharacters).join(''))),
  ];
  const every = Math.ceil(trigrams.length / searchedTrigramsMax);
  const searched = trigrams.filter((_, index) => index % every === 0);
  return matching(tables, searched.map(quoted).join(' AND '));
};

/** Where there is any trigram that begins with a term of one or two characters. */
const shortSource = (tables: DocumentTables, term: string, characters: number): Source | null => {
  const rest = lastCharacter.repeat(trigramCharacters - characters);
  const found = tables
    .prepare(`SELECT term FROM ${tables.name}_trigrams WHERE term >= ? AND term <= ? LIMIT ?`)
    .all(term, term + rest, longerTrigramsMax + 1)
    .map((row) => quoted(row['term'] as string));
  if (found.length > longerTrigramsMax) return null;
  return matching(tables, found.length > 0 ? found.join(' OR ') : quoted(term + rest));
};

const containing = (tables: DocumentTables, text: string): Predicate => {
  if (!tables.hasText) throw new Error(`${tables.name}: the view declares no text to search`);
  const term = text.toLowerCase();
  const characters = [...term];
  const test = { condition: `instr(${tables.name}.text, ?) > 0`, values: [term] };
  if (term.includes('\0')) return { ...test, source: null };
  if (characters.length >= trigramCharacters) return { ...test, source: longSource(tables, characters) };
  return { ...test, source: null, rareSource: () => shortSource(tables, term, characters.length) };
};

/** The text first, then equalities, then the range: in this order they are asked where nothing speaks for another. */
export const predicatesOf = (tables: DocumentTables, { where, range, text }: Filter): Predicate[] => [
  ...(text ? [containing(tables, text)] : []),
  ...Object.entries(where ?? {}).map(([field, value]) => equal(tables, field, value)),
  ...(range ? [within(tables, range)] : []),
];
