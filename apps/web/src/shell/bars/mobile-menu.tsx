import { Menu as MenuIcon } from 'lucide-react';
import { OnDemand } from '../../ui/menu/on-demand.tsx';
import { lazyPart } from '../../kernel/lazy-component.tsx';

const Sheet = lazyPart(async () => ({ default: (await import('./mobile-sheet.tsx')).MobileSheet }));

/** The whole navigation below 768 px. */
export const MobileMenu = () => (
  <OnDemand
    trigger={{
      'aria-label': 'Menu',
      'aria-haspopup': 'dialog',
      display: { base: 'inline-flex', md: 'none' },
      children: <MenuIcon size={20} strokeWidth={1.5} aria-hidden />,
    }}
    opened={(trigger) => <Sheet trigger={trigger} />}
  />
);
