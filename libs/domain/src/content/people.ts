import type { Declaration } from '../declaration.ts';

/** How a buyer may choose among items by whether people can be recognized in them. */
export const peopleChoices = ['with', 'without'] as const;
export type PeopleChoice = (typeof peopleChoices)[number];

/** Null where its creator has not said so: whoever relies on either must not be led to it. */
export const peopleIn = ({ people }: Pick<Declaration, 'people'>): PeopleChoice | null =>
  people === null ? null : people ? 'with' : 'without';
