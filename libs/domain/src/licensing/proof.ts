import type { Media } from '../content/content-events.ts';
import { sanitizedName } from './agreements/agreement.ts';
import type { License } from './licenses.view.ts';
import { hasEnded } from './term.ts';

export const proofStatuses = ['valid', 'expired', 'upcoming', 'refunded'] as const;
export type ProofStatus = (typeof proofStatuses)[number];

/** A license is valid from its start until just before its end, or until its full refund. `now` is in ms since 1970. */
export const proofStatusOf = (
  { start_date, end_date, refunded_at }: Pick<License, 'start_date' | 'end_date' | 'refunded_at'>,
  now: number,
): ProofStatus => {
  if (refunded_at !== null) return 'refunded';
  if (now < Date.parse(start_date)) return 'upcoming';
  return hasEnded(end_date, now) ? 'expired' : 'valid';
};

/** What anyone with a license's id may know about it: no price, and only the names in the agreement. */
export const licenseProof = (license: License, media: Media, now: number) => ({
  license_id: license.license_id,
  status: proofStatusOf(license, now),
  item_title: sanitizedName(license.item.title),
  media_url: media.media_url,
  media_type: media.media_type,
  license_type: license.license_type,
  brand_name: sanitizedName(license.brand_name),
  creator_name: sanitizedName(license.creator_name),
  start_date: license.start_date,
  end_date: license.end_date,
  refunded_at: license.refunded_at,
  sha256: media.sha256,
  terms_version: license.agreement?.terms_version ?? null,
});
