import { Bookmark, Images, LayoutGrid, SquareUserRound, Upload, Users, Wallet } from 'lucide-react';
import { matchPath } from 'react-router-dom';
import { paths } from '../../paths.ts';
import type { Role } from '../../kernel/session.ts';

interface PortalLink {
  readonly to: string;
  readonly label: string;
  readonly icon: typeof Upload;
  /** Gets a beta badge on the production host. */
  readonly beta?: boolean;
}

const brandDashboard: PortalLink = { to: paths.brand.dashboard, label: 'Dashboard', icon: SquareUserRound };
const brandMarketplace: PortalLink = { to: paths.brand.marketplace, label: 'Marketplace', icon: LayoutGrid };

const brandBoards: PortalLink = { to: paths.brand.boards, label: 'Boards', icon: Bookmark };

/**
 * The marketplace has two addresses for a brand. A link to it uses the one that the brand is at, so that it is marked as
 * the current page.
 */
export const onSameMarketplace = (to: string, pathname: string): string =>
  to === paths.brand.marketplace && matchPath(`${paths.marketplace}/*`, pathname) ? paths.marketplace : to;

/** The pages of each portal, in the order of its sidebar. */
export const portalLinks: Readonly<Record<Role, readonly PortalLink[]>> = {
  creator: [
    { to: paths.creator.dashboard, label: 'Dashboard', icon: SquareUserRound },
    { to: paths.creator.upload, label: 'Upload Content', icon: Upload, beta: true },
    { to: paths.creator.batchUpload, label: 'Batch Upload', icon: Images },
    { to: paths.creator.payouts, label: 'Payouts', icon: Wallet },
    { to: paths.creator.referrals, label: 'Referrals', icon: Users },
    { to: paths.marketplace, label: 'Marketplace', icon: LayoutGrid },
  ],
  brand: [brandMarketplace, brandDashboard, brandBoards],
};

/** The header's links for each role on a wide screen. */
export const headerLinks: Readonly<Record<Role | 'visitor', readonly { to: string; label: string }[]>> = {
  creator: [
    { to: paths.creator.dashboard, label: 'Creator Dashboard' },
    { to: paths.marketplace, label: 'Marketplace' },
  ],
  brand: [
    { to: paths.brand.dashboard, label: 'Brand Dashboard' },
    { to: paths.brand.marketplace, label: 'Marketplace' },
  ],
  visitor: [{ to: paths.marketplace, label: 'Marketplace' }],
};

/** The mobile menu of each role, below 'Home'. */
export const menuLinks: Readonly<Record<Role, readonly PortalLink[]>> = {
  creator: portalLinks.creator,
  brand: [brandDashboard, brandMarketplace, brandBoards],
};
