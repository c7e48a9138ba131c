import { validateSync } from 'class-validator';
import { PublishForm } from '@tessera/domain/content/forms';
import type { DeclaredForm, PricingForm, UploadForm } from '@tessera/domain/content/forms';
import { noWords, proposalOf, proposedAgain } from '../suggestions/suggestion.ts';
import type { Words } from '../suggestions/suggestion.ts';

const titleLengthMax = 200;
const tagLengthMax = 40;
const tagsMax = 30;

/** 'harbour at dawn.jpg' is titled 'harbour at dawn'. */
export const titleOf = (fileName: string): string =>
  (fileName.replace(/\.[^.]+$/, '').trim() || fileName).slice(0, titleLengthMax);

/** The words of a brand's name that have more than two characters, in small letters. */
export const tagsOfBrand = (brandName: string): string[] => {
  const words = brandName.toLowerCase().split(/\s+/);
  return [...new Set(words)].filter((word) => word.length > 2 && word.length <= tagLengthMax).slice(0, tagsMax);
};

export type BrandFields = Pick<UploadForm, 'brandName' | 'productUrls' | 'notes'>;

/** What is said of one file of a batch. */
export interface Tile extends Words {
  /** Null while the brand of the whole batch holds. */
  readonly brand: BrandFields | null;
  /** Null while the prices of the whole batch hold. */
  readonly pricing: PricingForm | null;
  /** Null while what is said of the whole batch holds. */
  readonly rights: DeclaredForm | null;
  /** What was proposed for it, to tell it from what was typed. */
  readonly proposed: Words;
}

const tileOf = (proposed: Words): Tile => ({ ...proposed, brand: null, pricing: null, rights: null, proposed });

/** A file as it lies on the table at first. */
export const newTile = (fileName: string): Tile => tileOf(proposalOf(fileName, noWords));

/** With what the picture itself says, where nobody has typed or cleared anything. */
export const withPictureWords = (tile: Tile, fileName: string, inPicture: Words): Tile => {
  const proposed = proposalOf(fileName, inPicture);
  return { ...tile, ...proposedAgain(tile, tile.proposed, proposed), proposed };
};

export const brandOf = ({ brandName, productUrls, notes }: BrandFields): BrandFields => ({
  brandName,
  productUrls,
  notes,
});

export const pricingOf = (form: PricingForm): PricingForm => ({
  offerOneTime: form.offerOneTime,
  offerSixMonth: form.offerSixMonth,
  offerPerpetual: form.offerPerpetual,
  oneTimePrice: form.oneTimePrice,
  sixMonthPrice: form.sixMonthPrice,
  perpetualPrice: form.perpetualPrice,
});

/** What nobody has said is left out. */
export const saidOf = ({ people, editorial, aiGenerated, dataMining }: DeclaredForm): DeclaredForm => ({
  ...(people !== undefined && { people }),
  ...(editorial !== undefined && { editorial }),
  ...(aiGenerated !== undefined && { aiGenerated }),
  ...(dataMining !== undefined && { dataMining }),
});

/** The brand, prices and rights that hold for a file. */
export const termsOf = (tile: Tile, shared: UploadForm): UploadForm => ({
  ...brandOf(tile.brand ?? shared),
  ...pricingOf(tile.pricing ?? shared),
  ...saidOf(tile.rights ?? shared),
});

/** What is published of a file: where nothing is said, its name for a title and the brand's words for tags. */
export const publishedOf = (tile: Tile, fileName: string, shared: UploadForm): Omit<PublishForm, 'uploadId'> => {
  const terms = termsOf(tile, shared);
  return {
    ...terms,
    title: tile.title.trim() || titleOf(fileName),
    description: tile.description.trim(),
    tags: tile.tags.length > 0 ? [...tile.tags] : tagsOfBrand(terms.brandName),
  };
};

const nouns: Readonly<Record<string, string>> = {
  brandName: 'brand name',
  productUrls: 'product URL',
  notes: 'shorter notes',
  offerOneTime: 'a license type',
  oneTimePrice: 'one-time price',
  sixMonthPrice: 'six-month price',
  perpetualPrice: 'perpetual price',
  title: 'shorter title',
  description: 'shorter description',
  tags: 'fewer or shorter tags',
};

/** What a file still needs before it can be published, in words; empty once it is ready. */
export const missingOf = (tile: Tile, fileName: string, shared: UploadForm): string[] => {
  const form = Object.assign(new PublishForm(), publishedOf(tile, fileName, shared), { uploadId: 'chosen' });
  return validateSync(form).map(({ property }) => nouns[property] ?? property);
};

export type Facet = 'tags' | 'brand' | 'pricing' | 'rights';

/** What is said of the files of a batch, one by one and of all together. */
export interface Table {
  readonly tiles: readonly Tile[];
  readonly shared: UploadForm;
}

/** Gives the tags, brand, prices or rights of one file to every file. Titles and descriptions stay each file's own. */
export const appliedToAll = ({ tiles, shared }: Table, from: Tile, facet: Facet): Table => {
  if (facet === 'tags') return { shared, tiles: tiles.map((tile) => ({ ...tile, tags: from.tags })) };
  const part = { brand: brandOf, pricing: pricingOf, rights: saidOf }[facet];
  return {
    shared: { ...shared, ...part(termsOf(from, shared)) },
    tiles: tiles.map((tile) => ({ ...tile, [facet]: null })),
  };
};

/** The tags that all of some files have. */
export const commonTags = (tiles: readonly Pick<Tile, 'tags'>[]): readonly string[] => {
  const [first, ...others] = tiles;
  return first?.tags.filter((tag) => others.every(({ tags }) => tags.includes(tag))) ?? [];
};

/** A file's tags once those it has in common with others are changed: the ones of its own stay. */
export const withTagsChanged = (
  tags: readonly string[],
  common: readonly string[],
  changed: readonly string[],
): readonly string[] => {
  const own = tags.filter((tag) => !common.includes(tag) && !changed.includes(tag));
  return [...changed, ...own];
};
