import { plainText } from '@tessera/domain/kernel/text';
import type { LucideIcon } from 'lucide-react';
import type { Suggest, Suggestion, SuggestionGroup } from '../search/suggestions.tsx';

/** A page to go to, or an action, that the menu lists without asking the server. */
export interface Command extends Suggestion {
  /** Other words that find it too. */
  readonly keywords?: string;
}

export interface CommandGroup {
  readonly name: string;
  readonly suggestions: readonly Command[];
}

/** A page that the menu links to. */
export interface Place {
  readonly words: string;
  readonly to: string;
  readonly icon: LucideIcon;
  /** Other words that find it too. */
  readonly keywords?: string;
}

/** A search result, and the page it opens. */
export interface Hit {
  readonly key: string;
  readonly words: string;
  readonly hint?: string;
  readonly isQuote?: boolean;
  readonly to: string;
}

/** A kind of thing that can be searched for; its name is the heading of the results. */
export interface Finder {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly find: (typed: string) => Promise<readonly Hit[]>;
}

type Go = (to: string) => void;

/** The props of all icons in the menu. */
export const commandIconProps = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

export const pageCommands = (places: readonly Place[], go: Go): CommandGroup => ({
  name: 'Pages',
  suggestions: places.map(({ icon: Icon, to, ...place }) => ({
    ...place,
    key: `page-${to}`,
    icon: <Icon {...commandIconProps} />,
    choose: () => go(to),
  })),
});

const wordsOf = (text: string) => plainText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The commands in which every typed word is the start of a word or keyword; all of them if nothing is typed. */
export const matchingCommands = (groups: readonly CommandGroup[], typed: string): readonly CommandGroup[] => {
  if (typed.trim() === '') return groups;
  const typedWords = wordsOf(typed);
  const has = ({ words, keywords = '' }: Command) => {
    const own = wordsOf(`${words} ${keywords}`);
    return typedWords.length > 0 && typedWords.every((word) => own.some((each) => each.startsWith(word)));
  };
  return groups
    .map(({ name, suggestions }) => ({ name, suggestions: suggestions.filter(has) }))
    .filter(({ suggestions }) => suggestions.length > 0);
};

/** Runs all finders in parallel, and suggests what those find that answer. @throws if none of them answers */
export const suggestFrom =
  (finders: readonly Finder[], go: Go): Suggest =>
  async (typed): Promise<readonly SuggestionGroup[]> => {
    const answers = await Promise.allSettled(finders.map(({ find }) => find(typed)));
    const [first] = answers;
    if (first?.status === 'rejected' && answers.every(({ status }) => status === 'rejected')) throw first.reason;
    return finders.map(({ name, icon: Icon }, at) => {
      const answer = answers[at];
      const hits = answer?.status === 'fulfilled' ? answer.value : [];
      return {
        name,
        suggestions: hits.map(({ to, ...hit }) => ({
          ...hit,
          icon: <Icon {...commandIconProps} />,
          choose: () => go(to),
        })),
      };
    });
  };
