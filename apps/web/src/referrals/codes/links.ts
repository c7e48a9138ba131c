import { paths } from '../../paths.ts';

/** A link to the sign-up form. */
export const fullLink = (code: string, origin: string = window.location.origin) => `${origin}${paths.auth}?ref=${code}`;

/** A link to the home page; the code is remembered until the sign-up. */
export const shortLink = (code: string, origin: string = window.location.origin) =>
  `${origin}${paths.home}?ref=${code}`;
