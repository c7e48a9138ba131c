/** What other features may import from this one; they import nothing else. */
export { BrandTile } from './brand-tile.tsx';
