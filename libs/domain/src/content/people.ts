import type { Declaration } from '../declaration.ts';

/** The choices for filtering items by whether people can be recognized in them. */
export const peopleChoices = ['with', 'without'] as const;
export type PeopleChoice = (typeof peopleChoices)[number];

/** Null if the creator hasn't declared it: such an item must not be offered to buyers who rely on either choice. */
export const peopleIn = ({ people }: Pick<Declaration, 'people'>): PeopleChoice | null =>
  people === null ? null : people ? 'with' : 'without';
