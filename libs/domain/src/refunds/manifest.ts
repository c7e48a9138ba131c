import type { Manifest } from '../kernel/manifest.ts';
import { creditNotes } from './credit-notes.view.ts';
import { dispute } from './dispute.ts';
import { disputes } from './disputes.view.ts';
import { openRefunds } from './open-refunds.view.ts';
import { payments } from './payments.view.ts';
import { startDueRefunds } from './refund-due.workflow.ts';
import { refund } from './refund.ts';
import { refundMail } from './refund-mail.ts';
import { refunds } from './refunds.view.ts';

export const refundsManifest: Manifest = {
  deciders: [refund, dispute, refundMail],
  views: [creditNotes, disputes, openRefunds, payments, refunds],
  workflows: [startDueRefunds],
};
