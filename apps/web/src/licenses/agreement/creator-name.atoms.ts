import type { ContentDetails } from '@tessera/contract/content';
import { atom } from 'jotai';
import type { Atom } from 'jotai';
import { get as read } from '../../kernel/send.ts';
import { queryAtom } from '../../kernel/reading/queries.ts';

/** What stands in an agreement until the name has arrived. */
const unnamedCreator = 'The creator';
export const sampleCreator = 'Tessera Samples';

/** What of an item tells whose it is. */
export interface NamedItem {
  readonly id: string;
  readonly sample?: true;
}

/** The present name of an item's creator, asked for when somebody looks at it. */
export const creatorNameAtom = (item: NamedItem): Atom<string> => {
  if (item.sample) return atom(sampleCreator);
  const path = `/api/content/${encodeURIComponent(item.id)}`;
  const named = queryAtom([path], () => read<ContentDetails>(path), { of: 'everybody' });
  // The agreement that is concluded names its creator in any case.
  return atom((get) => get(named).data?.creator_name ?? unnamedCreator);
};
