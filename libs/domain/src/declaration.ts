import { releasesMax } from './release.ts';
import type { Release } from './release.ts';

/** What a creator says of an item, for whoever licenses it to rely on. */
export interface Declaration {
  /** Whether people can be recognized in it; null where its creator has not said so. */
  readonly people: boolean | null;
  /** Said to be for news, comment and teaching alone. */
  readonly editorial: boolean;
  readonly ai_generated: boolean;
  /** Whether models may be trained on it. */
  readonly data_mining: boolean;
}

/** Of an item whose creator has said nothing. */
export const noDeclaration: Declaration = { people: null, editorial: false, ai_generated: false, data_mining: false };

interface Told {
  readonly declared?: Declaration | undefined;
  readonly releases?: readonly Release[] | undefined;
}

/** What a creator has said of an item; of one that was published before anybody was asked, nothing. */
export const declarationOf = ({ declared }: Pick<Told, 'declared'>): Declaration => declared ?? noDeclaration;

/** What is said now, with what was said before where nothing is. */
export const changedDeclaration = (before: Declaration, said: Partial<Declaration>): Declaration => ({
  people: said.people ?? before.people,
  editorial: said.editorial ?? before.editorial,
  ai_generated: said.ai_generated ?? before.ai_generated,
  data_mining: said.data_mining ?? before.data_mining,
});

export const isSameDeclaration = (one: Declaration, other: Declaration) =>
  one.people === other.people &&
  one.editorial === other.editorial &&
  one.ai_generated === other.ai_generated &&
  one.data_mining === other.data_mining;

export const releasesOf = ({ releases }: Pick<Told, 'releases'>): readonly Release[] => releases ?? [];

/** As what it is sold: facts for whoever licenses it to rely on. */
export interface SaleFacts extends Declaration {
  /** For news, comment and teaching alone: its creator said so, or people in it have not agreed to more. */
  readonly editorial: boolean;
  readonly model_releases: number;
  readonly property_releases: number;
}

/** Who did not agree to appear in advertising must not: an item with people and no model release is editorial. */
export const saleFactsOf = (item: Told): SaleFacts => {
  const declared = declarationOf(item);
  const count = (wanted: Release['kind']) => releasesOf(item).filter(({ kind }) => kind === wanted).length;
  const model_releases = count('model');
  return {
    ...declared,
    editorial: declared.editorial || (declared.people === true && model_releases === 0),
    model_releases,
    property_releases: count('property'),
  };
};

/** The item with what is said of it now. */
export const withDeclaration = <Item extends Told>(
  item: Item,
  { declared }: Required<Pick<Told, 'declared'>>,
): Item => ({
  ...item,
  declared,
});

/** No more than an item may have, whatever the log holds. */
export const withRelease = <Item extends Told>(item: Item, { release }: { readonly release: Release }): Item => ({
  ...item,
  releases: [...releasesOf(item), release].slice(-releasesMax),
});

export const withoutRelease = <Item extends Told>(item: Item, { release_id }: Pick<Release, 'release_id'>): Item => ({
  ...item,
  releases: releasesOf(item).filter((release) => release.release_id !== release_id),
});
