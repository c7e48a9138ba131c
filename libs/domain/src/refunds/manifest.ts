import type { Manifest } from '../kernel/manifest.ts';
import { dispute } from './dispute.ts';
import { refund } from './refund.ts';

export const refundsManifest: Manifest = { deciders: [refund, dispute], views: [] };
