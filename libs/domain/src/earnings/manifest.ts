import type { Manifest } from '../kernel/manifest.ts';
import { creatorDashboard } from './creator-dashboard.view.ts';
import { creatorLedger } from './creator-ledger.view.ts';
import { creatorMonths } from './creator-months.view.ts';
import { earning } from './earning.ts';
import { ledger } from './ledger.view.ts';
import { postEarning } from './post-earning.workflow.ts';
import { rewardTotals, rewards } from './rewards.view.ts';

export const earningsManifest: Manifest = {
  deciders: [earning],
  views: [creatorDashboard, creatorLedger, creatorMonths, ledger, rewards, rewardTotals],
  workflows: [postEarning],
};
