import type { Manifest } from '../kernel/manifest.ts';
import { deployment } from './deployment.ts';
import { invoices } from './invoices.view.ts';
import { openPayments } from './open-payments.view.ts';
import { order } from './order.ts';
import { paidOrders } from './paid-orders.view.ts';
import { receipt } from './receipts/receipt.ts';

export const orderingManifest: Manifest = {
  deciders: [deployment, order, receipt],
  views: [invoices, openPayments, paidOrders],
};
