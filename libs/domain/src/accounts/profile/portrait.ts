import { defineEvent } from '../../kernel/event.ts';
import { defineFailure } from '../../kernel/failure.ts';

/** A portrait must have fewer bytes than this. */
export const portraitBytesMax = 10 * 1024 * 1024;

export const portraitNotAnImage = defineFailure(
  'portrait_not_an_image',
  'Invalid file type',
  'Please upload an image file (JPEG, PNG, etc.)',
);
export const portraitTooLarge = defineFailure('portrait_too_large', 'File too large', 'A portrait must be under 10 MB');

export interface CreatorPortraitChangedData {
  readonly account_id: string;
  /** The path of the public picture in the storage bucket; null for none. */
  readonly portrait_url: string | null;
}

/** This event is in the account's stream. */
export const creatorPortraitChanged = defineEvent<CreatorPortraitChangedData>()('CreatorPortraitChanged', {
  audit: (data) => (data.portrait_url ? 'A creator changed their portrait.' : 'A creator removed their portrait.'),
});

/** @param kept the current portrait; null for none */
export const changedPortrait = (account_id: string, kept: string | null, portrait_url: string | null) =>
  kept === portrait_url ? [] : [creatorPortraitChanged.of({ account_id, portrait_url })];
