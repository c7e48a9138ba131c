import { fnv } from '../../kernel/fnv.ts';
import { wordsIn, writtenWordsIn } from '../../kernel/search-words.ts';
import { defineView, on, ownFields, removes } from '../../kernel/view.ts';
import { accountDeleted, creatorProfileChanged, creatorRegistered } from '../account-events.ts';

/** Characters of a word beyond this are ignored. */
const hintCharactersMax = 12;

const beginningOf = (word: string) => [...word].slice(0, hintCharactersMax).join('');

/** A short hash of the beginning of a word. Others may share it: only the name itself says whether it has the word. */
export const hintOf = (word: string): string => fnv(beginningOf(word)).toString(36);

/** The same of what stands further inside a word. No word begins with an asterisk. */
export const innerHintOf = (part: string): string => fnv(`*${beginningOf(part)}`).toString(36);

const beginningsOf = (word: string) => {
  const characters = [...word].slice(0, hintCharactersMax);
  return characters.map((_, last) => characters.slice(0, last + 1).join(''));
};

const withoutFirst = (word: string) => {
  const characters = [...word];
  return characters.slice(1).map((_, start) => characters.slice(start + 1).join(''));
};

const hintsOf = (name: string): readonly string[] => [
  ...new Set([
    ...wordsIn(name).flatMap(beginningsOf).map(hintOf),
    ...writtenWordsIn(name).flatMap(withoutFirst).flatMap(beginningsOf).map(innerHintOf),
  ]),
];

/** How a creator is found by name, although no view stores names in plain text. */
export interface HintedCreator {
  readonly hints: readonly string[];
  /** When they signed up, or first had a readable name; ISO 8601. */
  readonly since: string;
}

/** The name is null once the person was forgotten. */
const hinted = (
  before: HintedCreator | undefined,
  { name }: { readonly name: string | null },
  at: string,
): HintedCreator | undefined => (name === null ? undefined : { hints: hintsOf(name), since: before?.since ?? at });

/** Every creator with an account, by account id: found by the words of their current name, and by any part of them. */
export const creatorsByName = defineView<HintedCreator>({
  name: 'creators-by-name',
  version: 3,
  readsPersonalFields: true,
  on: [
    on(creatorRegistered, 'account_id', (before, data, { recordedAt }) => hinted(before, data, recordedAt)),
    on(creatorProfileChanged, 'account_id', (before, data, { recordedAt }) => hinted(before, data, recordedAt)),
    removes(accountDeleted, 'account_id'),
  ],
  indexes: {
    fields: ownFields('hints', 'since'),
    orders: ['since'],
    listings: [{ where: ['hints'], sorts: ['since'] }],
  },
});
