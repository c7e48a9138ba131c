/** What other features may import from this one; they import nothing else. */
export { CodesAreForCreators, InvitedBy } from './invited-by.tsx';
export { clearReferral, captureReferral, phaseOf, referralAtom, validateReferral } from './invitation.atoms.ts';
export type { ReferralPhase, ReferralState } from './invitation.atoms.ts';
