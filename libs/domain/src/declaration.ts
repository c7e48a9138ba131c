import { releasesMax } from './release.ts';
import type { Release } from './release.ts';

/** What a creator states about an item. Licensees may rely on it. */
export interface Declaration {
  /** Whether people can be recognized in it; null if the creator hasn't said. */
  readonly people: boolean | null;
  /** Offered for news, commentary and education only. */
  readonly editorial: boolean;
  readonly ai_generated: boolean;
  /** Whether models may be trained on it. */
  readonly data_mining: boolean;
}

/** The declaration of an item whose creator has stated nothing. */
export const noDeclaration: Declaration = { people: null, editorial: false, ai_generated: false, data_mining: false };

interface WithDeclaration {
  readonly declared?: Declaration | undefined;
  readonly releases?: readonly Release[] | undefined;
}

/** An item's declaration; empty if it was published before creators were asked. */
export const declarationOf = ({ declared }: Pick<WithDeclaration, 'declared'>): Declaration =>
  declared ?? noDeclaration;

/** The declaration with these changes; fields that are left out stay as they were. */
export const changedDeclaration = (before: Declaration, changes: Partial<Declaration>): Declaration => ({
  people: changes.people ?? before.people,
  editorial: changes.editorial ?? before.editorial,
  ai_generated: changes.ai_generated ?? before.ai_generated,
  data_mining: changes.data_mining ?? before.data_mining,
});

export const isSameDeclaration = (one: Declaration, other: Declaration) =>
  one.people === other.people &&
  one.editorial === other.editorial &&
  one.ai_generated === other.ai_generated &&
  one.data_mining === other.data_mining;

export const releasesOf = ({ releases }: Pick<WithDeclaration, 'releases'>): readonly Release[] => releases ?? [];

/** What an item is sold as. Licensees may rely on these facts. */
export interface SaleFacts extends Declaration {
  /** For news, commentary and education only: the creator declared so, or the people in it haven't agreed to more. */
  readonly editorial: boolean;
  readonly model_releases: number;
  readonly property_releases: number;
}

/** People who haven't agreed must not appear in advertising: an item with people but no model release is editorial. */
export const saleFactsOf = (item: WithDeclaration): SaleFacts => {
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

/** The item with its new declaration. */
export const withDeclaration = <Item extends WithDeclaration>(
  item: Item,
  { declared }: Required<Pick<WithDeclaration, 'declared'>>,
): Item => ({
  ...item,
  declared,
});

/** Keeps at most as many releases as an item may have, even if the log has more. */
export const withRelease = <Item extends WithDeclaration>(
  item: Item,
  { release }: { readonly release: Release },
): Item => ({
  ...item,
  releases: [...releasesOf(item), release].slice(-releasesMax),
});

export const withoutRelease = <Item extends WithDeclaration>(
  item: Item,
  { release_id }: Pick<Release, 'release_id'>,
): Item => ({
  ...item,
  releases: releasesOf(item).filter((release) => release.release_id !== release_id),
});
