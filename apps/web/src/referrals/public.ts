/** What other features may use of this one; nothing else of it is imported from outside. */
export { CodesAreForCreators, InvitedBy } from './invited-by.tsx';
export { clearReferral, noticeReferral, phaseOf, referralAtom, validateReferral } from './invitation.atoms.ts';
export type { ReferralPhase, ReferralState } from './invitation.atoms.ts';
