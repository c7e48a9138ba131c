import { lazyComponent } from '../../kernel/lazy-component.tsx';
import type { DetailDrawerProps } from './opened-drawer.tsx';

/**
 * Details of one row from the side, while the page stays where it is. It is open as long as it is shown. No page's first
 * view waits for what draws it.
 */
export const DetailDrawer = lazyComponent<DetailDrawerProps>(
  async () => (await import('./opened-drawer.tsx')).OpenedDrawer,
);
