/** What other features may use of this one; nothing else of it is imported from outside. */
export { BrandTile } from './brand-tile.tsx';
