import type { Manifest } from '../kernel/manifest.ts';
import { creatorDashboard } from './dashboard/creator-dashboard.view.ts';
import { creatorLedger } from './ledger/creator-ledger.view.ts';
import { creatorMonths } from './dashboard/creator-months.view.ts';
import { earning } from './earning.ts';
import { ledger } from './ledger/ledger.view.ts';
import { postEarning } from './post-earning.workflow.ts';
import { rewardTotals, rewards } from './rewards.view.ts';

export const earningsManifest: Manifest = {
  deciders: [earning],
  views: [creatorDashboard, creatorLedger, creatorMonths, ledger, rewards, rewardTotals],
  workflows: [postEarning],
};
