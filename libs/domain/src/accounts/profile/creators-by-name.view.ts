import { fnv } from '../../kernel/fnv.ts';
import { wordsIn } from '../../kernel/search-words.ts';
import { defineView, on } from '../../kernel/view.ts';
import { accountDeleted, creatorProfileChanged, creatorRegistered } from '../account.ts';

/** So many characters of a word count. */
const hintCharactersMax = 12;

/** Stands for how a word begins, as it does for others: whether a name has the word is told by the name alone. */
export const hintOf = (word: string): string => fnv([...word].slice(0, hintCharactersMax).join('')).toString(36);

const beginningsOf = (word: string) => {
  const characters = [...word].slice(0, hintCharactersMax);
  return characters.map((_, last) => characters.slice(0, last + 1).join(''));
};

/** A creator, and by what the name is looked up, which no view holds in clear. */
export interface HintedCreator {
  readonly hints: readonly string[];
  /** When they signed up, or were first met under a name that could be read; ISO 8601. */
  readonly since: string;
}

/** The name of who was forgotten is null. */
const hinted = (
  before: HintedCreator | undefined,
  { name }: { readonly name: string | null },
  at: string,
): HintedCreator | undefined =>
  name === null
    ? undefined
    : { hints: [...new Set(wordsIn(name).flatMap(beginningsOf).map(hintOf))], since: before?.since ?? at };

/** Every creator who has an account, by its id: found by the words of today's name, and by their beginnings. */
export const creatorsByName = defineView<HintedCreator>({
  name: 'creators-by-name',
  version: 1,
  readsPersonalFields: true,
  on: [
    on(
      creatorRegistered,
      ({ account_id }) => account_id,
      (before, data, { recordedAt }) => hinted(before, data, recordedAt),
    ),
    on(
      creatorProfileChanged,
      ({ account_id }) => account_id,
      (before, data, { recordedAt }) => hinted(before, data, recordedAt),
    ),
    on(
      accountDeleted,
      ({ account_id }) => account_id,
      (): HintedCreator | undefined => undefined,
    ),
  ],
  indexes: {
    fields: { hints: ({ hints }) => hints, since: ({ since }) => since },
    orders: ['since'],
    listings: [{ where: ['hints'], sorts: ['since'] }],
  },
});
