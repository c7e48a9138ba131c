/** What other features may import from this one; they import nothing else. */
export { OthersViewsRemover } from './saving/others-views-remover.tsx';
export { RecordView, RecentlyViewed } from './saving/recently-viewed.tsx';
export { SaveButton } from './saving/save-button.tsx';
export { SavedLink } from './saving/saved-link.tsx';
export { SavedItemsMover } from './saving/saved-items-mover.tsx';
