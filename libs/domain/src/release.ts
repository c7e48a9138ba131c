import { defineFailure } from './kernel/failure.ts';

export const releaseKinds = ['model', 'property'] as const;
export type ReleaseKind = (typeof releaseKinds)[number];

/** Written consent: from a recognizable person, or from the owner of a house, work or trademark that is shown. */
export interface Release {
  readonly release_id: string;
  readonly kind: ReleaseKind;
  /** The document's private path in the media store. */
  readonly file: string;
  /** ISO 8601. */
  readonly attached_at: string;
}

export const releasesMax = 20;
const bytesPerMegabyte = 1024 * 1024;
export const releaseBytesMax = 10 * bytesPerMegabyte;

export const notARelease = defineFailure(
  'not_a_release',
  'Invalid file type',
  'Please choose a PDF or an image: JPEG, PNG or WebP.',
);
export const releaseTooLarge = defineFailure(
  'release_too_large',
  'File too large',
  `A release can have at most ${releaseBytesMax / bytesPerMegabyte} MB.`,
);
export const tooManyReleases = defineFailure(
  'too_many_releases',
  'Too many releases',
  `An item can have at most ${releasesMax} releases. Please put several into one PDF.`,
);
