import type { Manifest } from '../kernel/manifest.ts';
import { creatorDashboard } from './creator-dashboard.view.ts';
import { earning } from './earning.ts';
import { ledger } from './ledger.view.ts';
import { postEarning } from './post-earning.workflow.ts';

export const earningsManifest: Manifest = {
  deciders: [earning],
  views: [creatorDashboard, ledger],
  workflows: [postEarning],
};
