import { paths } from '../../paths.ts';

/** Leads to the sign-up form. */
export const fullLink = (code: string, origin: string = window.location.origin) => `${origin}${paths.auth}?ref=${code}`;

/** Leads to the home page; the code is kept until the sign-up. */
export const shortLink = (code: string, origin: string = window.location.origin) =>
  `${origin}${paths.home}?ref=${code}`;
