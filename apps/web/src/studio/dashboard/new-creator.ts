import type { CreatorDashboard } from '@tessera/domain/earnings/dashboard/creator-dashboard.view';

type Counts = Pick<CreatorDashboard, 'total_content' | 'total_licenses' | 'reward_cents'>;

/** Nothing is for sale, and nothing ever was sold. */
export const isWallEmpty = (dashboard: Counts) => dashboard.total_content === 0 && dashboard.total_licenses === 0;

/** Whether there may be figures worth reading. */
export const hasEarned = (dashboard: Counts) => !isWallEmpty(dashboard) || dashboard.reward_cents > 0;
