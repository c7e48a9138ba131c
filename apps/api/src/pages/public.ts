/** What the service’s start may import from this feature. */
export { PublicPages } from './public-pages.ts';
