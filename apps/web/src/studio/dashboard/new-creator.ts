import type { CreatorFigures } from '@tessera/contract/dashboards';

type Counts = Pick<CreatorFigures, 'total_content' | 'total_licenses' | 'reward_cents'>;

/** Whether nothing is for sale, and nothing was ever sold. */
export const isNewCreator = (dashboard: Counts) => dashboard.total_content === 0 && dashboard.total_licenses === 0;

/** Whether there may be figures worth showing. */
export const hasFigures = (dashboard: Counts) => !isNewCreator(dashboard) || dashboard.reward_cents > 0;
