import type { Manifest } from '../kernel/manifest.ts';
import { payoutAlert } from './promise/payout-alert.ts';
import { payoutAlerts } from './promise/payout-alerts.view.ts';
import { payoutHolds } from './payout-holds.view.ts';
import { payoutLeftOuts } from './payout-left-outs.view.ts';
import { payoutRun } from './runs/payout-run.ts';
import { payoutRuns } from './runs/payout-runs.view.ts';
import { payout } from './payout.ts';
import { payouts } from './payouts.view.ts';

export const payoutsManifest: Manifest = {
  deciders: [payout, payoutRun, payoutAlert],
  views: [payouts, payoutRuns, payoutLeftOuts, payoutHolds, payoutAlerts],
};
