import type { LucideIcon } from 'lucide-react';
import type { Suggest, Suggestion, SuggestionGroup } from '../search/suggestions.tsx';

/** Somewhere to go, or something to do, that the menu knows without asking anybody. */
export interface Command extends Suggestion {
  /** Other words for it, by which it is found too. */
  readonly also?: string;
}

export interface CommandGroup {
  readonly name: string;
  readonly suggestions: readonly Command[];
}

/** A page that the menu leads to. */
export interface Place {
  readonly words: string;
  readonly to: string;
  readonly icon: LucideIcon;
  /** Other words by which somebody may look for it. */
  readonly also?: string;
}

/** What was found, and where it is. */
export interface Hit {
  readonly key: string;
  readonly words: string;
  readonly hint?: string;
  readonly to: string;
}

/** What is looked for under one name. */
export interface Finder {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly find: (typed: string) => Promise<readonly Hit[]>;
}

type Go = (to: string) => void;

/** Of all icons in the menu. */
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

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Those of which each word that is typed begins a word; all of them while nothing is typed. */
export const matchingCommands = (groups: readonly CommandGroup[], typed: string): readonly CommandGroup[] => {
  if (typed.trim() === '') return groups;
  const sought = wordsOf(typed);
  const has = ({ words, also = '' }: Command) => {
    const own = wordsOf(`${words} ${also}`);
    return sought.length > 0 && sought.every((word) => own.some((each) => each.startsWith(word)));
  };
  return groups
    .map(({ name, suggestions }) => ({ name, suggestions: suggestions.filter(has) }))
    .filter(({ suggestions }) => suggestions.length > 0);
};

/** Looks in all places at once and shows what those say that answer; it fails where none of them does. */
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
