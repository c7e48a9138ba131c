/** What other features may use of this one; nothing else of it is imported from outside. */
export { NoteSeen, RecentlySeen } from './recently-seen.tsx';
export { SaveButton } from './save-button.tsx';
export { SavedLink } from './saved-link.tsx';
export { TakingOver } from './taking-over.tsx';
