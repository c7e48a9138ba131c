/** What other features may use of this one; nothing else of it is imported from outside. */
export { keepOwnProfile, saveOwnProfile } from './profile/own-profile.atoms.ts';
export { OwnProfile } from './profile/own-profile.tsx';
export { brandNameAtom, portraitAtom, profileAtom } from './profile/profile.atoms.ts';
export { ConfirmEmailNotice } from './email/confirm-email-notice.tsx';
export { CreatorHeading } from './creator-heading.tsx';
