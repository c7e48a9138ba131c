import { defineFailure } from '../../kernel/failure.ts';

/** A logo must have fewer bytes than this. */
export const logoBytesMax = 2 * 1024 * 1024;

export const notAnImage = defineFailure(
  'logo_not_an_image',
  'Invalid file type',
  'Please upload an image file (JPEG, PNG, etc.)',
);
export const logoTooLarge = defineFailure('logo_too_large', 'File too large', 'Logo image must be less than 2MB');
