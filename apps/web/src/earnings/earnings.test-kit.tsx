import type { Balance, PayoutDetail, PayoutRow } from '@tessera/contract/money/earnings';
import type { ComponentType } from 'react';
import { showRoutes } from '../shell/routes.test-kit.tsx';

export const balance: Balance = {
  day: '2026-11-24',
  pending_cents: 12_000,
  available_cents: 41_250,
  held_cents: 0,
  in_transit_cents: 20_000,
  paid_cents: 100_000,
  payout_due_cents: 41_250,
  pay_by_on: '2026-11-28',
  earned_cents: 177_250,
  reversed_cents: 4_000,
  due: [
    { on: '2026-12-01', cents: 4_000 },
    { on: '2026-12-07', cents: 8_000 },
  ],
  waiting: null,
  position: 7,
};

export const sent: PayoutRow = {
  id: 'P2',
  status: 'sent',
  amount_cents: 20_000,
  method: 'bank',
  destination: 'Bank account ending in 6789',
  steps: [
    { status: 'prepared', at: '2026-11-20T09:00:00.000Z' },
    { status: 'sent', at: '2026-11-20T09:05:00.000Z' },
  ],
  reference: null,
  reason: null,
};

export const paid: PayoutRow = {
  ...sent,
  status: 'paid',
  steps: [...sent.steps, { status: 'paid', at: '2026-11-24T16:30:00.000Z' }],
  reference: 'ACH 55-1',
};

export const detailOf = (row: PayoutRow, takes_over: readonly PayoutRow[] = []): PayoutDetail => ({
  ...row,
  takes_over,
  position: 7,
});

export const pageOf = <Row,>(items: readonly Row[], next_cursor: string | null = null) => ({
  items,
  next_cursor,
  position: 7,
});

/** Renders a creator’s page at an address. Returns the router. */
export const openPage = (Component: ComponentType, path: string, address: string) => {
  const routes = [
    { path, Component },
    { path: '*', element: null },
  ];
  return showRoutes(routes, { initialEntries: [address] });
};
