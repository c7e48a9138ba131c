import type { BrandProfileChange, CreatorProfileChange, Profile } from '@tessera/contract/accounts/profile';
import { saveOwnProfile } from '../profile/own-profile.atoms.ts';
import { patch } from '../../kernel/send.ts';
import { withConfirmation } from '../confirmation.atoms.ts';

const words = {
  saved: 'Profile updated',
  failed: 'Profile update failed',
  unexplained: 'Please try again.',
  notSignedIn: 'You must be logged in to update your profile',
};

/** Changes the profile and shows the outcome in a toast; returns null if nobody is signed in. @throws the refusal */
export const changeProfile = (changes: CreatorProfileChange | BrandProfileChange): Promise<Profile | null> =>
  saveOwnProfile(words, () => withConfirmation(() => patch<Profile>('/api/profile', changes)));
