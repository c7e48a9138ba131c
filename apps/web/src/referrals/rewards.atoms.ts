import type { RewardRow, RewardTotalRow } from '@tessera/contract/referrals';
import type { CreatorDashboard } from '@tessera/domain/earnings/dashboard/creator-dashboard.view';
import { atom } from 'jotai';
import { pagedList } from '../kernel/reading/paged-list.ts';
import { userIdAtom } from '../kernel/reading/queries.ts';
import { viewAtom } from '../kernel/reading/view-atom.ts';
import { tellFailure } from './report-failure.ts';

const listOf = <Row extends { readonly id: string }>(path: string) =>
  pagedList<Row>({
    path,
    belongs: () => false,
    onFailure: (error) => tellFailure('Error loading rewards', error),
  });

/** What the creators one referred brought: summed up for each, and license by license. */
export const rewardsByCreator = listOf<RewardTotalRow>('/api/referrals/rewards/creators');
export const rewardsByLicense = listOf<RewardRow>('/api/referrals/rewards');

/** The latest change of the own figures that the live view knows of; each may be a reward. */
export const latestRewardAtom = atom((get) => {
  const userId = get(userIdAtom);
  const dashboard = userId ? get(viewAtom<CreatorDashboard>('creator-dashboard', userId)) : undefined;
  return dashboard?.position ?? -1;
});
