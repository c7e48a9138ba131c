import type { TermsVersion } from './agreement.ts';
import { terms20261125 } from './terms-2026-11-25.ts';
import { terms20261123 } from './terms-2026-11-23.ts';
import { terms202611 } from './terms-2026-11.ts';

/** Every version that was ever in force, latest first: an agreement keeps the wording that was accepted. */
export type TermsVersions = readonly [TermsVersion, ...TermsVersion[]];

export const termsVersions: TermsVersions = [terms20261125, terms20261123, terms202611];

/** The version that is accepted now. */
export const termsInForce = (versions: TermsVersions = termsVersions): TermsVersion => versions[0];

/**
 * The version that was accepted; the current one if that was not recorded (null).
 * @throws if this node doesn't know the version
 */
export const acceptedTerms = (versions: TermsVersions, id: string | null): TermsVersion => {
  const accepted = id === null ? termsInForce(versions) : versions.find((version) => version.id === id);
  // A payment under way then waits for a node that knows this wording.
  if (!accepted) throw new Error(`The accepted terms version ${id} is unknown here`);
  return accepted;
};
