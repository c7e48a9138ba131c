import type { Manifest } from '../kernel/manifest.ts';
import { payout } from './payout.ts';
import { payouts } from './payouts.view.ts';

export const payoutsManifest: Manifest = { deciders: [payout], views: [payouts] };
