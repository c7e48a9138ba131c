/** Everything that this application writes to the browser's storage, for the privacy policy. */
export const browserEntries = [
  { key: 'tessera-session', holds: 'Your session, so that you stay signed in.', until: 'You sign out.' },
  { key: 'tessera-session-ended', holds: 'That your session ended on its own.', until: 'You sign in again.' },
  { key: 'tessera-recovery', holds: 'That you opened a password-reset link.', until: 'You close the tab.' },
  { key: 'ui-theme', holds: 'The theme you chose.', until: 'You clear it.' },
  { key: 'sidebar-collapsed', holds: 'Whether the sidebar is narrow.', until: 'You clear it.' },
  {
    key: 'first-steps:…',
    holds: 'Whether a creator has hidden the first steps, under the account’s id.',
    until: 'You clear it.',
  },
  { key: 'cart:…', holds: 'A brand’s cart, under its account’s id.', until: 'It is bought or cleared.' },
  {
    key: 'price-changes:…',
    holds: 'What a brand’s cart cost before its prices changed, under its account’s id.',
    until: 'The items leave the cart, or you close the tab.',
  },
  {
    key: 'pendingCartItem',
    holds: 'What you put in the cart before signing in.',
    until: 'It is in your cart, or you close the tab.',
  },
  {
    key: 'checkout:…',
    holds: 'A number that keeps you from paying twice, with the cart it is for, under the brand’s account id.',
    until: 'It is paid.',
  },
  {
    key: 'finished-orders:…',
    holds:
      'The numbers of your last fifty paid orders, so that each leaves the cart once, under the brand’s account id.',
    until: 'You clear it.',
  },
  {
    key: 'initialUpload, pendingUpload',
    holds: 'What you prepared before signing up, with its file.',
    until: 'It is published.',
  },
  {
    key: 'unfinishedUpload, unfinishedBatch',
    holds: 'What you chose and typed in an upload, with its files, under your account’s id.',
    until: 'It is published or discarded.',
  },
  {
    key: 'saved-items',
    holds: 'Items you saved without being signed in.',
    until: 'They are on a board of your account.',
  },
  {
    key: 'recently-seen, recently-seen:…',
    holds: 'The last twelve items you looked at, under your account’s id if you are signed in.',
    until: 'You clear them, or sign out.',
  },
  { key: 'marketplace-view', holds: 'Whether the marketplace shows cards or the wall.', until: 'You clear it.' },
  { key: 'tessera-wall-places', holds: 'Where you were in the marketplace.', until: 'You close the tab.' },
  { key: 'referral', holds: 'The referral code you arrived with.', until: 'You sign up.' },
  { key: 'creatorSignupAttemptAt', holds: 'When you last tried to sign up.', until: 'You clear it.' },
] as const;
