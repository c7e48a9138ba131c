import type { Manifest } from '../kernel/manifest.ts';
import { creditNotes } from './credit-notes.view.ts';
import { dispute } from './dispute.ts';
import { refund } from './refund.ts';

export const refundsManifest: Manifest = { deciders: [refund, dispute], views: [creditNotes] };
