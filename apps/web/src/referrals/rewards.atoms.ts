import type { CreatorFigures } from '@tessera/contract/dashboards';
import type { RewardRow, RewardTotalRow } from '@tessera/contract/referrals';
import { atom } from 'jotai';
import { ownLiveAtom } from '../kernel/reading/own-view.atoms.ts';
import { pagedList } from '../kernel/reading/paged-list.ts';
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

const dashboardAtom = ownLiveAtom<CreatorFigures>('creator-dashboard');

/** The position of the latest change to the creator's figures in the live view; any change may be a reward. */
export const latestRewardAtom = atom((get) => get(dashboardAtom)?.position ?? -1);
