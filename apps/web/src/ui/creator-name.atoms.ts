import type { ContentDetails } from '@tessera/contract/content';
import { atom } from 'jotai';
import type { Atom } from 'jotai';
import { get as read } from '../kernel/send.ts';

/** What stands in an agreement until the name has arrived. */
const unnamedCreator = 'The creator';
export const sampleCreator = 'Tessera Samples';

/** What of an item tells whose it is. */
export interface NamedItem {
  readonly id: string;
  readonly sample?: true;
}

const addressOf = (item: NamedItem) => `/api/content/${encodeURIComponent(item.id)}`;

/** The present name of an item's creator, asked for when somebody looks at it. */
export const creatorNameAtom = (item: NamedItem): Atom<string> => {
  const name = atom(item.sample ? sampleCreator : unnamedCreator);
  name.onMount = (set) => {
    if (item.sample) return;
    read<ContentDetails>(addressOf(item)).then(
      ({ creator_name }) => set(creator_name),
      // The agreement that is concluded names its creator in any case.
      () => undefined,
    );
  };
  return atom((get) => get(name));
};
