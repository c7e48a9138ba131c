import type { RewardRow, RewardTotalRow } from '@tessera/contract/referrals';
import type { CreatorDashboard } from '@tessera/domain/earnings/dashboard/creator-dashboard.view';
import { atom } from 'jotai';
import { pagedList } from '../kernel/reading/paged-list.ts';
import { userIdAtom } from '../kernel/reading/queries.ts';
import { viewAtom } from '../kernel/reading/view-atom.ts';
import { reportFailure } from './report-failure.ts';

const listOf = <Row extends { readonly id: string }>(path: string) =>
  pagedList<Row>({
    path,
    belongs: () => false,
    onFailure: (error) => reportFailure('Error loading rewards', error),
  });

/** The rewards from referred creators: totals by creator, and license by license. */
export const rewardsByCreator = listOf<RewardTotalRow>('/api/referrals/rewards/creators');
export const rewardsByLicense = listOf<RewardRow>('/api/referrals/rewards');

/** The position of the latest change to the creator's figures in the live view; any change may be a reward. */
export const latestRewardAtom = atom((get) => {
  const userId = get(userIdAtom);
  const dashboard = userId ? get(viewAtom<CreatorDashboard>('creator-dashboard', userId)) : undefined;
  return dashboard?.position ?? -1;
});
