/** What other features may use of this one; nothing else of it is imported from outside. */
export { RecordView, RecentlyViewed } from './saving/recently-viewed.tsx';
export { SaveButton } from './saving/save-button.tsx';
export { SavedLink } from './saving/saved-link.tsx';
export { SavedItemsMover } from './saving/saved-items-mover.tsx';
