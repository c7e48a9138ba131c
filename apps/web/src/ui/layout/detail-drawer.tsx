import { lazyComponent } from '../../kernel/lazy-component.tsx';
import type { DetailDrawerProps } from './opened-drawer.tsx';

/**
 * The details of one row, in a drawer over the page. It is open as long as it is rendered. Its code is loaded on demand,
 * so no page's first view waits for it.
 */
export const DetailDrawer = lazyComponent<DetailDrawerProps>(
  async () => (await import('./opened-drawer.tsx')).OpenedDrawer,
);
