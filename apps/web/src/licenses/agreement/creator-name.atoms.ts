import type { ContentDetails } from '@tessera/contract/content';
import { atom } from 'jotai';
import type { Atom } from 'jotai';
import { get as read } from '../../kernel/send.ts';
import { queryAtom } from '../../kernel/reading/queries.ts';

/** Shown in an agreement until the name has been loaded. */
const unnamedCreator = 'The creator';
export const sampleCreator = 'Tessera Samples';

/** The part of an item that identifies its creator. */
export interface NamedItem {
  readonly id: string;
  readonly sample?: true;
}

/** The current name of an item's creator, loaded on first use. */
export const creatorNameAtom = (item: NamedItem): Atom<string> => {
  if (item.sample) return atom(sampleCreator);
  const path = `/api/content/${encodeURIComponent(item.id)}`;
  const named = queryAtom([path], () => read<ContentDetails>(path), { of: 'everybody' });
  // Only a placeholder: the concluded agreement always names its creator.
  return atom((get) => get(named).data?.creator_name ?? unnamedCreator);
};
