import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { LiveMessage } from '@tessera/contract/kernel/live';
import { everybody } from '@tessera/domain/content/row';
import { useLocation } from 'react-router-dom';
import { showRoutes } from '../../shell/routes.test-kit.tsx';
import { liveServer } from '../../testing/live-server.test-kit.ts';
import { server } from '../../testing/server.test-kit.ts';
import { signIn } from '../../testing/sign-in.test-kit.ts';
import { toasts } from '../../testing/toasts.test-kit.ts';
import { settled, user } from '../../testing/user.test-kit.ts';
import { ItemPage } from './item.page.tsx';
import type { MarketItem } from '../offers.ts';
import { samples } from '../samples.ts';

const zoom = vi.hoisted(() => ({ opened: vi.fn<(options: unknown) => void>() }));
vi.mock('photoswipe', () => ({
  default: class {
    constructor(options: unknown) {
      zoom.opened(options);
    }
    init() {}
  },
}));

const { sample: _marked, license_fee: _fee, ...published } = samples[2] as MarketItem;
const row = (id: string, changes: Partial<MarketItem> = {}): MarketItem => ({
  ...published,
  id,
  title: `Title of ${id}`,
  creator_id: 'carla',
  one_time_price: 25,
  six_month_price: 250,
  perpetual_price: 500,
  ...changes,
});

/** The handle of the creator's public page. */
let handle: string | null = null;

/** The items similar to any item. */
let similar: readonly MarketItem[] = [];

const contentOf = (id: string) => `GET /api/content/${id}`;

/** Puts items of one creator on sale. */
const sell = (...items: readonly MarketItem[]) => {
  server.answer('GET /api/marketplace', { items });
  for (const item of items) {
    server.answer(`GET /api/marketplace/${item.id}/similar`, { items: similar });
    server.answer(contentOf(item.id), {
      ...item,
      status: 'on_sale',
      creator_name: 'Carla Creator',
      creator_handle: handle,
      creator_portrait_url: handle && `portraits/${handle}.webp`,
      format: 'JPEG',
      original_width: 6000,
      original_height: 4000,
      bytes: 8_808_038,
    });
  }
};
const takeFromSale = (id: string) =>
  server.refuse(contentOf(id), 404, { code: 'not_found', title: 'Not found', message: 'There is no such item.' });

const Arrival = () => <output>{JSON.stringify(useLocation().state)}</output>;

const open = (id: string) => {
  const routes = [
    { path: '/marketplace/:contentId', Component: ItemPage },
    { path: '/auth', Component: Arrival },
  ];
  return showRoutes(routes, { initialEntries: [`/marketplace/${id}`] });
};

/** Opens an item, and returns once its changes are followed. */
const openLive = async (id: string) => {
  open(id);
  await byCarla();
  await waitFor(() => expect(liveServer.watched()).toContain(`marketplace/${everybody}`));
};
const receive = (message: LiveMessage) => liveServer.push('marketplace', everybody, message);

const license = (name: string) => screen.getByRole('radio', { name: new RegExp(`^${name}`) });
/** The rights of a license, in the comparison. */
const rights = (name: string) => screen.getByRole('listitem', { name });
const choose = (name: string) => user().click(license(name));
const byCarla = () => screen.findByRole('link', { name: 'Carla Creator' });

beforeEach(() => {
  handle = null;
  similar = [];
  zoom.opened.mockReset();
});

test('[GAL-12] the creator’s portrait is beside the name, which leads to the creator’s page if there is one', async () => {
  handle = 'carla.works';
  sell(row('jetty'));
  open('jetty');
  const name = () => screen.getByRole('link', { name: 'Carla Creator' });
  await waitFor(() => expect(name()).toHaveAttribute('href', '/@carla.works'));
  expect(document.querySelector('img[src$="/media/portraits/carla.works.webp"]')).toBeVisible();
});

test('[GAL-08] an item shows its creator, and its licenses as rows with a summary of the rights and the price', async () => {
  sell(row('harbour', { offer_six_month: false, six_month_price: 0 }));
  open('harbour');
  expect(await screen.findByRole('heading', { level: 1, name: 'Title of harbour' })).toBeVisible();
  expect(await byCarla()).toHaveAttribute('href', '/marketplace?creator=carla');
  expect(license('One-Time Use')).toHaveAccessibleName('One-Time Use One campaign, within 180 days $25.00');
  expect(license('One-Time Use')).toBeChecked();
  expect(license('Perpetual License')).toHaveAccessibleName(/\$500.00$/);
  expect(license('6-Month License')).toBeDisabled();
  expect(license('6-Month License')).toHaveAccessibleName(/Not offered$/);
  expect(screen.getAllByRole('button', { name: /Add to Cart/ })).toHaveLength(1);
  expect(rights('One-Time Use')).toHaveTextContent('One campaign, advertisement or publication');
  expect(rights('One-Time Use')).toHaveTextContent('180 days from purchase');
  expect(rights('Perpetual License')).toHaveTextContent('No end date');
});

test('[FIX-47] a buyer reads beside the licenses that a picture has under 1 megapixel, and of no other', async () => {
  sell(row('tiny', { screens_only: true }), row('large'));
  open('tiny');
  const note = 'A small picture, under 1 megapixel: right for screens, too little for print.';
  expect(within(await screen.findByRole('region', { name: 'Choose a license' })).getByText(note)).toBeVisible();
  cleanup();
  open('large');
  await screen.findByRole('region', { name: 'Choose a license' });
  expect(screen.queryByText(note)).toBeNull();
});

test('[GAL-08] an item’s facts are below, and its tags lead to the marketplace filtered by them', async () => {
  sell(row('shore', { media_width: 1_000, media_height: 1_500, tags: ['sea & sand'] }));
  open('shore');
  const details = within(await screen.findByRole('region', { name: 'Details' }));
  const factOf = (name: string) => details.getByText(name).nextElementSibling;
  expect(await details.findByText('JPEG')).toBe(factOf('Original'));
  expect(factOf('Type')).toHaveTextContent('Photo');
  expect(factOf('Orientation')).toHaveTextContent('Portrait');
  expect(factOf('Dimensions')).toHaveTextContent('6000 × 4000 px (24.0 MP)');
  expect(factOf('File size')).toHaveTextContent('8.4 MB');
  expect(factOf('License terms')).toHaveTextContent('November 25, 2026');
  expect(factOf('Item ID')).toHaveTextContent('shore');
  expect(details.getByRole('link', { name: 'sea & sand' })).toHaveAttribute('href', '/marketplace?tag=sea+%26+sand');
});

test('[GAL-20] people, releases and permitted use are among the facts, and editorial use is marked beside the title', async () => {
  const facts = { people: true, editorial: true, ai_generated: true, data_mining: false };
  sell(row('crowd', { ...facts, model_releases: 0, property_releases: 2 }), row('calm'));
  open('crowd');
  const details = within(await screen.findByRole('region', { name: 'Details' }));
  const factOf = (name: string) => details.getByText(name).nextElementSibling;
  expect(factOf('Use')).toHaveTextContent('Editorial only');
  expect(factOf('People')).toHaveTextContent('Recognizable');
  expect(factOf('Releases')).toHaveTextContent('2 property releases');
  expect(factOf('Made with AI')).toHaveTextContent('Yes');
  expect(factOf('AI training')).toHaveTextContent('Not allowed');
  expect(screen.getByText('Editorial use only')).toBeVisible();
  expect(screen.getByText(/not for advertising, as stated in the agreement/)).toBeVisible();
  cleanup();
  open('calm');
  await screen.findByRole('region', { name: 'Details' });
  expect(screen.getByText('Commercial and editorial')).toBeVisible();
  expect(screen.getByText('Not stated')).toBeVisible();
  expect(screen.queryByText('Editorial use only')).toBeNull();
});

test('[GAL-08] a picture can be zoomed with a library loaded on demand; a video and a picture of unknown size can’t', async () => {
  const size = { media_width: 1_600, media_height: 900 };
  sell(row('wide', { ...size, media_url: 'creator/images/wide.jpg' }), row('film', { ...size, media_type: 'video' }));
  open('wide');
  expect(zoom.opened).not.toHaveBeenCalled();
  await user().click(await screen.findByRole('button', { name: 'Zoom in on Title of wide' }));
  await waitFor(() => expect(zoom.opened).toHaveBeenCalledTimes(1));
  expect(zoom.opened.mock.lastCall?.[0]).toMatchObject({
    dataSource: [{ src: 'http://localhost:3000/media/creator/images/wide.jpg', width: 1_600, height: 900 }],
  });
  cleanup();
  open('film');
  expect(await screen.findByRole('heading', { level: 1, name: 'Title of film' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Zoom/ })).toBeNull();
});

test('[GAL-08] sharing copies the item’s public address, or shows it to be copied by hand', async () => {
  sell(row('shared'));
  const someone = user();
  open('shared');
  await someone.click(await screen.findByRole('button', { name: 'Share' }));
  const address = 'http://localhost:3000/marketplace/shared';
  expect(await navigator.clipboard.readText()).toBe(address);
  expect(toasts()).toEqual([['success', 'Link copied', address]]);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('No', 'NotAllowedError'));
  await someone.click(screen.getByRole('button', { name: 'Share' }));
  expect(toasts().at(-1)).toEqual(['error', 'Failed to copy', `Please copy it yourself: ${address}`]);
  vi.restoreAllMocks();
});

test('[CART-15] a visitor who adds a license is sent to sign-up, and the license is kept', async () => {
  sell(row('waves'));
  open('waves');
  await screen.findByRole('heading', { level: 1 });
  await choose('Perpetual License');
  await user().click(screen.getByRole('button', { name: 'Add to Cart' }));
  expect(screen.getByText(/"addToCart":true/)).toBeVisible();
  expect(JSON.parse(sessionStorage.getItem('pendingCartItem') ?? '')).toMatchObject({
    id: 'waves',
    license_type: 'perpetual',
    license_fee: 500,
  });
});

test('[MKT-49] [MKT-58] [MKT-59] the terms of each license can be read; those of the six-month license name the renewal and its price', async () => {
  sell(row('pier'));
  open('pier');
  await screen.findByRole('heading', { level: 1 });
  await choose('6-Month License');
  await user().click(screen.getByRole('button', { name: 'View terms' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('6-Month License')).toHaveAttribute('aria-current', 'true');
  expect(within(dialog).getByText('One-Time Use')).toHaveAttribute('aria-current', 'false');
  expect(dialog).toHaveTextContent('after that all use must stop unless a renewal fee is paid');
  expect(dialog).toHaveTextContent('The fee is the price of this license type at the time of renewal.');
});

test('[MKT-60] the terms call the creator by their profile name, and a visitor “Your brand”', async () => {
  sell(row('dunes'));
  open('dunes');
  await user().click(await screen.findByRole('button', { name: 'View terms' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('Carla Creator (the “Creator”) grants Your brand (the “Brand”)');
  expect(dialog).toHaveTextContent('Last updated November 25, 2026');
});

test('the creator’s other work is listed below, without this item, and each item leads to its page', async () => {
  sell(row('fog'), row('ferry', { one_time_price: 30 }));
  open('fog');
  const others = await screen.findByRole('region', { name: 'More by Carla Creator' });
  expect(server.asked('GET /api/marketplace?creator=carla&limit=9')).toHaveLength(1);
  const links = within(others).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['Title of ferryFrom $30.00']);
  await user().click(links[0] as HTMLElement);
  expect(await screen.findByRole('heading', { level: 1, name: 'Title of ferry' })).toBeVisible();
});

test('[GAL-09] similar items are listed below, without those already listed above; without any, there is no such list', async () => {
  similar = [row('gorge', { creator_id: 'otto' }), row('canyon')];
  sell(row('ravine'), row('canyon'));
  open('ravine');
  const likewise = await screen.findByRole('region', { name: 'Similar' });
  await screen.findByRole('region', { name: 'More by Carla Creator' });
  expect(
    within(likewise)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/marketplace/gorge']);
  cleanup();
  similar = [];
  sell(row('plateau'));
  open('plateau');
  await byCarla();
  await settled();
  expect(screen.queryByRole('region', { name: 'Similar' })).toBeNull();
});

test('the open page follows an item that changes, leaves or comes back', async () => {
  sell(row('cabin'));
  await openLive('cabin');
  await receive({ position: 5, value: row('cabin', { title: 'Cabin, relit', one_time_price: 40 }) });
  expect(screen.getByRole('heading', { level: 1, name: 'Cabin, relit' })).toBeVisible();
  expect(license('One-Time Use')).toHaveAccessibleName(/\$40.00$/);
  await receive({ position: 6, value: null, removed: 'cabin' });
  expect(screen.getByText('Cabin, relit has left the marketplace.')).toHaveAttribute('role', 'status');
  expect(screen.getByRole('button', { name: 'No longer for sale' })).toBeVisible();
  await receive({ position: 7, value: row('somebody else’s') });
  expect(screen.getByRole('heading', { level: 1, name: 'Cabin, relit' })).toBeVisible();
  await receive({ position: 8, value: row('cabin') });
  expect(screen.getByRole('button', { name: 'Add to Cart' })).toBeVisible();
});

test('an item that left while the connection was down is marked when the connection returns', async () => {
  sell(row('delta'));
  await openLive('delta');
  takeFromSale('delta');
  liveServer.answer('marketplace', everybody, { position: 9, value: null });
  await liveServer.reconnect();
  expect(await screen.findByText('Title of delta has left the marketplace.')).toBeInTheDocument();
});

test('the page of an unknown item says so and leads back', async () => {
  takeFromSale('unknown');
  open('unknown');
  expect(await screen.findByText('This item is not for sale.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Marketplace' })).toHaveAttribute('href', '/marketplace');
});

test('[ENT-25] a sample’s page marks it as a sample, and makes no requests', async () => {
  open('sample-3');
  expect(await screen.findByRole('heading', { level: 1, name: 'Two Arches' })).toBeVisible();
  expect(screen.getByText('Sample')).toBeVisible();
  await settled();
  expect(server.asked()).toEqual([]);
});

describe('when signed in', () => {
  test('[FIX-09] a creator’s own item leads to its editor, and can’t be added to a cart', async () => {
    sell(row('own'));
    await signIn({ id: 'carla', role: 'creator' });
    open('own');
    expect(await screen.findByText('Your item')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Edit Title of own' })).toHaveAttribute('href', '/creator/edit/own');
    expect(screen.queryByRole('button', { name: /^Add to Cart/ })).toBeNull();
  });

  test('[FIX-09] [CART-17] [CART-34] another creator’s item is stored for a sign-in as a brand, and a toast says so', async () => {
    sessionStorage.clear();
    sell(row('of-carla'));
    await signIn({ id: 'mara', role: 'creator' });
    open('of-carla');
    await screen.findByRole('heading', { name: 'Choose a license' });
    await choose('6-Month License');
    await user().click(screen.getByRole('button', { name: 'Add to Cart' }));
    expect(JSON.parse(sessionStorage.getItem('pendingCartItem') ?? '')).toMatchObject({
      id: 'of-carla',
      license_type: 'six_month',
      license_fee: 250,
    });
    expect(toasts()).toEqual([['info', 'Saved for later', 'Sign in with a brand account to add this to your cart.']]);
    expect(screen.getByRole('heading', { level: 1, name: 'Title of of-carla' })).toBeVisible();
  });

  test('[FIX-10] the page of an item that the brand has licensed names the license type, its end, and links to the licenses', async () => {
    sell(row('held'));
    const held = {
      content_id: 'held',
      license_id: 'l1',
      license_type: 'six_month',
      end_date: '2027-05-20T00:00:00.000Z',
    };
    server.answer('GET /api/cart/held?content=held', { items: [held] });
    await signIn({ id: 'acme', role: 'brand' });
    open('held');
    expect(await screen.findByRole('note')).toHaveTextContent(
      'Already licensed until May 20, 2027 (UTC): 6-Month License',
    );
    expect(within(screen.getByRole('note')).getByRole('link')).toHaveAttribute('href', '/brand/dashboard?tab=licenses');
    expect(screen.getByText('Licensed')).toBeVisible();
  });
});
