import { ChakraProvider } from '@chakra-ui/react';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { atom, createStore, Provider } from 'jotai';
import type { PrimitiveAtom } from 'jotai';
import { MemoryRouter } from 'react-router-dom';
import { emptyDashboard } from '@tessera/domain/earnings/creator-dashboard.view';
import type { CreatorDashboard } from '@tessera/domain/earnings/creator-dashboard.view';
import { system } from '../theme/system.ts';
import { CreatorDashboardPage } from './dashboard.page.tsx';

interface Known {
  readonly position: number;
  readonly value: CreatorDashboard | null;
}

const creatorId = 'creator-1';
const { live, answers } = vi.hoisted(() => ({
  live: new Map<'atom', unknown>(),
  answers: new Map<string, unknown>(),
}));
vi.mock('../kernel/session.ts', async () => {
  const jotai = await import('jotai');
  return { sessionAtom: jotai.atom({ userId: 'creator-1' }), accessToken: () => Promise.resolve('token') };
});
vi.mock('../kernel/view-atom.ts', () => ({ viewAtom: () => live.get('atom') }));
vi.mock('../kernel/send.ts', () => ({
  ApiError: class extends Error {},
  get: (path: string) =>
    answers.has(path) ? Promise.resolve(answers.get(path)) : Promise.reject(new Error('refused')),
}));

const sold: CreatorDashboard = {
  ...emptyDashboard(creatorId),
  total_content: 3,
  total_licenses: 2,
  gross_cents: 50_000,
  net_cents: 40_000,
  reward_cents: 1_250,
  payout_due_cents: 41_250,
  sales: [
    {
      license_id: 'license-2',
      content_id: 'content-1',
      title: 'Harbour fog',
      media_url: 'creator-1/fog.webp',
      brand_name: 'Acme',
      license_type: 'six_month',
      price_cents: 25_000,
      net_cents: 20_000,
      sold_at: '2026-11-20T14:05:00.000Z',
    },
  ],
};

const open = (tab = '') => {
  const store = createStore();
  const liveAtom: PrimitiveAtom<Known | undefined> = atom<Known | undefined>(undefined);
  live.set('atom', liveAtom);
  render(
    <Provider store={store}>
      <ChakraProvider value={system}>
        <MemoryRouter initialEntries={[`/creator/dashboard${tab}`]}>
          <CreatorDashboardPage />
        </MemoryRouter>
      </ChakraProvider>
    </Provider>,
  );
  return { push: (known: Known) => act(() => store.set(liveAtom, known)) };
};

const figure = (label: string) => within(screen.getByText(label).parentElement as HTMLElement);

beforeEach(() => answers.clear());

it('[CREA-01] the creator dashboard has the tabs Overview, My Content and Licenses', () => {
  open();
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Overview', 'My Content', 'Licenses']);
});

it('[CREA-02] [CREA-03] [CREA-04] [CREA-05] the overview shows content, licences, gross, net, rewards and what is due', () => {
  const { push } = open();
  push({ position: 7, value: sold });
  expect(figure('Total content').getAllByText('3')).not.toHaveLength(0);
  expect(figure('Total licenses').getAllByText('2')).not.toHaveLength(0);
  expect(figure('Total earnings').getAllByText('$500.00')).not.toHaveLength(0);
  expect(figure('Net earnings').getAllByText('$400.00')).not.toHaveLength(0);
  expect(figure('Referral rewards').getByText('$12.50')).toBeInTheDocument();
  expect(figure('Payout due').getByText('$412.50')).toBeInTheDocument();
});

it('the feed tells each sale and what the creator earns of it', () => {
  const { push } = open();
  push({ position: 7, value: sold });
  expect(screen.getByRole('listitem')).toHaveTextContent('Six-month licence to Acme for $250.00 · you earn $200.00');
});

it('of the read and the live view the newer position wins', async () => {
  answers.set('/api/dashboards/creator', { position: 5, value: { ...sold, total_content: 1 } });
  const { push } = open();
  expect((await screen.findAllByText('1'))[0]).toBeInTheDocument();
  push({ position: 4, value: { ...sold, total_content: 9 } });
  expect(figure('Total content').queryByText('9')).toBeNull();
  push({ position: 6, value: { ...sold, payout_due_cents: 77_700 } });
  expect(figure('Payout due').getByText('$777.00')).toBeInTheDocument();
});

it('[CREA-06] [CREA-07] [CREA-08] a creator without content is invited to upload', () => {
  const { push } = open();
  push({ position: 0, value: null });
  const links = screen.getAllByRole('link', { name: 'Add Content' });
  expect(links).toHaveLength(2);
  for (const link of links) expect(link).toHaveAttribute('href', '/creator/upload');
  const batches = screen.getAllByRole('link', { name: 'Batch Upload' });
  expect(batches).toHaveLength(2);
  for (const link of batches) expect(link).toHaveAttribute('href', '/creator/batch-upload');
});

it('the chart is read day by day with the arrow keys', async () => {
  const { push } = open();
  const today = new Date().toISOString().slice(0, 10);
  push({
    position: 7,
    value: { ...sold, days: [{ day: today, licenses: 2, gross_cents: 50_000, net_cents: 40_000, reward_cents: 0 }] },
  });
  const chart = screen.getByRole('slider');
  act(() => chart.focus());
  await userEvent.keyboard('{ArrowRight}');
  expect(chart).toHaveAttribute(
    'aria-valuetext',
    expect.stringContaining('$500.00 gross, you earn $400.00, 2 licences'),
  );
  await userEvent.keyboard('{ArrowLeft}');
  expect(chart).toHaveAttribute('aria-valuetext', expect.stringContaining('$0.00 gross'));
});

const item = {
  id: 'content-1',
  title: 'Harbour fog',
  media_url: 'creator-1/fog.webp',
  media_type: 'image',
  placeholder: '',
  brand_name: 'Acme',
  one_time_price: 25,
  six_month_price: 0,
  perpetual_price: 0,
  offer_one_time: true,
  offer_six_month: false,
  offer_perpetual: false,
  created_at: '2026-11-20T14:05:00.000Z',
};

it('[CREA-09] [CREA-10] [CREA-11] [CREA-12] My Content lists the items, reads them again on Refresh, and holds Licenses back', async () => {
  answers.set('/api/content/mine', { items: [item], next_cursor: null });
  open('?tab=content');
  expect(await screen.findByText('Harbour fog')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Licenses of Harbour fog' })).toBeDisabled();
  expect(screen.getByRole('link', { name: 'Edit Harbour fog' })).toHaveAttribute('href', '/creator/edit/content-1');
  answers.set('/api/content/mine', { items: [item, { ...item, id: 'content-2', title: 'Dunes' }], next_cursor: null });
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('Dunes')).toBeInTheDocument();
});

it('[CREA-13] Licenses shows the items that were sold, with brand and price', async () => {
  answers.set('/api/licenses', {
    items: [
      {
        id: 'license-1',
        content_id: 'content-1',
        license_type: 'six_month',
        price: 250,
        quantity: 1,
        price_money: { amount_cents: 25_000, currency: 'USD' },
        start_date: '2026-11-20T14:05:00.000Z',
        end_date: '2027-05-19T14:05:00.000Z',
        created_at: '2026-11-20T14:05:00.000Z',
        brand_name: 'Acme',
        content: item,
      },
    ],
    next_cursor: null,
  });
  open('?tab=licenses');
  const row = (await screen.findByText('Harbour fog')).closest('tr');
  expect(row).toHaveTextContent('Acme');
  expect(row).toHaveTextContent('$250.00');
});
