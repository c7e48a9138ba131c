import { ChakraProvider } from '@chakra-ui/react';
import { render } from '@testing-library/react';
import type { Balance, PayoutDetail, PayoutRow } from '@tessera/contract/money/earnings';
import { Provider, createStore } from 'jotai';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import type { ComponentType } from 'react';
import { system } from '../theme/system.ts';

export const balance: Balance = {
  day: '2026-11-24',
  pending_cents: 12_000,
  available_cents: 41_250,
  held_cents: 0,
  in_transit_cents: 20_000,
  paid_cents: 100_000,
  payout_due_cents: 41_250,
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

const Address = () => {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{pathname + search}</output>;
};

/** Renders a creator’s page at an address, with nothing loaded yet. */
export const openPage = (Page: ComponentType, path: string, address: string) =>
  render(
    <Provider store={createStore()}>
      <ChakraProvider value={system}>
        <MemoryRouter initialEntries={[address]}>
          <Routes>
            <Route path={path} element={<Page />} />
            <Route path="*" element={null} />
          </Routes>
          <Address />
        </MemoryRouter>
      </ChakraProvider>
    </Provider>,
  );
