import { LayoutGrid, SquareUserRound, Upload } from 'lucide-react';
import { paths } from '../paths.ts';
import type { Role } from '../kernel/session.ts';

/** The pages of each portal, in the order of its sidebar. */
export const portalLinks = {
  creator: [
    { to: paths.creator.dashboard, label: 'Dashboard', icon: SquareUserRound },
    { to: paths.creator.upload, label: 'Upload Content', icon: Upload },
  ],
  brand: [
    { to: paths.brand.marketplace, label: 'Marketplace', icon: LayoutGrid },
    { to: paths.brand.dashboard, label: 'Dashboard', icon: SquareUserRound },
  ],
} as const;

/** What the header shows each role on a wide screen. */
export const headerLinks: Readonly<Record<Role | 'visitor', readonly { to: string; label: string }[]>> = {
  creator: [{ to: paths.creator.dashboard, label: 'Creator Dashboard' }],
  brand: [
    { to: paths.brand.dashboard, label: 'Brand Dashboard' },
    { to: paths.brand.marketplace, label: 'Marketplace' },
  ],
  visitor: [{ to: paths.marketplace, label: 'Marketplace' }],
};

/** The mobile menu of each role, below 'Home'. */
export const menuLinks: Readonly<Record<Role, readonly { to: string; label: string }[]>> = {
  creator: portalLinks.creator,
  brand: [
    { to: paths.brand.dashboard, label: 'Dashboard' },
    { to: paths.brand.marketplace, label: 'Marketplace' },
  ],
};
