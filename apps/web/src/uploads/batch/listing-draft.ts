import { validateSync } from 'class-validator';
import { PublishForm } from '@tessera/domain/content/forms';
import type { DeclarationForm, PricingForm, UploadForm } from '@tessera/domain/content/forms';
import { hasTag } from '@tessera/domain/content/tags';
import { cut } from '@tessera/domain/kernel/text';
import { brandOf, declarationOf, pricingOf } from '../form-fields.ts';
import type { BrandFields } from '../form-fields.ts';
import {
  noText,
  suggestionOf,
  tagLengthMax,
  tagsMax,
  titleLengthMax,
  withNewSuggestion,
} from '../suggestions/suggestion.ts';
import type { ListingText } from '../suggestions/suggestion.ts';

/** The title for a file without one: 'harbor at dawn.jpg' becomes 'harbor at dawn'. */
export const titleOf = (fileName: string): string =>
  cut(fileName.replace(/\.[^.]+$/, '').trim() || fileName, titleLengthMax);

/** The words of a brand's name that are longer than two characters, in lower case. */
export const tagsOfBrand = (brandName: string): string[] => {
  const words = brandName.toLowerCase().split(/\s+/);
  return [...new Set(words)].filter((word) => word.length > 2 && word.length <= tagLengthMax).slice(0, tagsMax);
};

/**
 * The listing of one file of a batch, before it is published. Browsers keep it as JSON, so its field names are fixed.
 */
export interface ListingDraft extends ListingText {
  /** Null while the batch's shared brand applies. */
  readonly brand: BrandFields | null;
  /** Null while the batch's shared prices apply. */
  readonly pricing: PricingForm | null;
  /** Null while the batch's shared rights apply. */
  readonly rights: DeclarationForm | null;
  /** What was suggested for this file, to tell it from what was typed. */
  readonly proposed: ListingText;
}

const draftOf = (proposed: ListingText): ListingDraft => ({
  ...proposed,
  brand: null,
  pricing: null,
  rights: null,
  proposed,
});

/** The draft of a file that was just added. */
export const newDraft = (fileName: string): ListingDraft => draftOf(suggestionOf(fileName, noText));

/** Fills in the text embedded in the picture, except where the user has typed or cleared something. */
export const withEmbeddedText = (draft: ListingDraft, fileName: string, inPicture: ListingText): ListingDraft => {
  const proposed = suggestionOf(fileName, inPicture);
  return { ...draft, ...withNewSuggestion(draft, draft.proposed, proposed), proposed };
};

/** The brand, prices and rights of a file: its own, or else the shared ones. */
export const effectiveFields = (draft: ListingDraft, shared: UploadForm): UploadForm => ({
  ...brandOf(draft.brand ?? shared),
  ...pricingOf(draft.pricing ?? shared),
  ...declarationOf(draft.rights ?? shared),
});

/** A file's listing as it is published. Without a title, the file name is used; without tags, the brand's words. */
export const publishFormOf = (
  draft: ListingDraft,
  fileName: string,
  shared: UploadForm,
): Omit<PublishForm, 'uploadId'> => {
  const fields = effectiveFields(draft, shared);
  return {
    ...fields,
    title: draft.title.trim() || titleOf(fileName),
    description: draft.description.trim(),
    tags: draft.tags.length > 0 ? [...draft.tags] : tagsOfBrand(fields.brandName),
  };
};

const fieldNames: Readonly<Record<string, string>> = {
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

/** The names of the fields that a file still needs before it can be published; empty once it is ready. */
export const missingFields = (draft: ListingDraft, fileName: string, shared: UploadForm): string[] => {
  const form = Object.assign(new PublishForm(), publishFormOf(draft, fileName, shared), { uploadId: 'chosen' });
  return validateSync(form).map(({ property }) => fieldNames[property] ?? property);
};

export type Facet = 'tags' | 'brand' | 'pricing' | 'rights';

/** The drafts of a batch's files, and the form that they share. */
export interface BatchDrafts {
  readonly drafts: readonly ListingDraft[];
  readonly shared: UploadForm;
}

/** Copies the tags, brand, prices or rights of one file to every file. Each keeps its own title and description. */
export const applyToAll = ({ drafts, shared }: BatchDrafts, from: ListingDraft, facet: Facet): BatchDrafts => {
  if (facet === 'tags') return { shared, drafts: drafts.map((draft) => ({ ...draft, tags: from.tags })) };
  const part = { brand: brandOf, pricing: pricingOf, rights: declarationOf }[facet];
  return {
    shared: { ...shared, ...part(effectiveFields(from, shared)) },
    drafts: drafts.map((draft) => ({ ...draft, [facet]: null })),
  };
};

/** The tags that all of these files have. */
export const commonTags = (drafts: readonly Pick<ListingDraft, 'tags'>[]): readonly string[] => {
  const [first, ...others] = drafts;
  return first?.tags.filter((tag) => others.every(({ tags }) => hasTag(tags, tag))) ?? [];
};

/** A file's tags after the tags it shares with the other selected files were edited. Its own other tags stay. */
export const replaceCommonTags = (
  tags: readonly string[],
  common: readonly string[],
  changed: readonly string[],
): readonly string[] => {
  const own = tags.filter((tag) => !hasTag(common, tag) && !hasTag(changed, tag));
  return [...changed, ...own];
};
