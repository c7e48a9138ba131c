import type { Manifest } from '../kernel/manifest.ts';
import { gatewayPayments } from './gateway-payments.view.ts';
import { moneyDays } from './money-days.view.ts';
import { processorFee } from './processor-fee.ts';
import { reconciliation } from './reconciliation.ts';
import { reconciliations } from './reconciliations.view.ts';

export const booksManifest: Manifest = {
  deciders: [processorFee, reconciliation],
  views: [moneyDays, gatewayPayments, reconciliations],
};
