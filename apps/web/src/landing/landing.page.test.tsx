import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { HomepageBrandUpdate } from '@tessera/domain/accounts/profile/homepage-brands.view';
import { Footer } from '../shell/bars/footer.tsx';
import { showRoutes } from '../shell/routes.test-kit.tsx';
import { liveServer } from '../testing/live-server.test-kit.ts';
import { server } from '../testing/server.test-kit.ts';
import { pass, settled, user } from '../testing/user.test-kit.ts';
import { claims } from './claims.ts';
import { LandingPage } from './landing.page.tsx';

/** Who scrolled down to everything. */
class AllSeen {
  readonly #tell: (entries: readonly { isIntersecting: boolean }[]) => void;
  constructor(tell: (entries: readonly { isIntersecting: boolean }[]) => void) {
    this.#tell = tell;
  }
  observe() {
    this.#tell([{ isIntersecting: true }]);
  }
  disconnect() {}
}

const brand = (name: string, logo_url: string | null = null) => ({
  id: name,
  brand_name: name,
  brand_url: `https://${name.toLowerCase()}.example`,
  logo_url,
});

/** The position in the log that the list of brands was read at. */
const readAt = 10;

/** What the server answers: brands that opted in, and pictures for the wall. */
const answer = (brands: readonly object[] | null, pictures: readonly object[] = []) => {
  if (brands) server.answer('GET /api/brands/homepage', { items: brands, position: readAt });
  else server.refuse('GET /api/brands/homepage', 404);
  server.answer('GET /api/showcase', { items: pictures });
};

afterEach(() => vi.unstubAllGlobals());

const Page = () => (
  <>
    <LandingPage />
    <Footer />
  </>
);

const show = async () => {
  showRoutes([{ path: '/', Component: Page }]);
  await screen.findByRole('heading', { name: 'How It Works' });
  await settled();
};

/** With the strip visible from the start. */
const showScrolledDown = async () => {
  vi.stubGlobal('IntersectionObserver', AllSeen);
  await show();
  await waitFor(() => expect(liveServer.watched()).toEqual(['homepage-brands/all']));
};

const linkTo = (name: string, within_: HTMLElement = document.body) =>
  within(within_).getByRole('link', { name }).getAttribute('href');

test('[LAND-01, LAND-02] the hero leads to a first upload and to the marketplace', async () => {
  answer([]);
  await show();
  const hero = screen.getByRole('region', { name: /Pictures worth having/ });
  expect(linkTo('Get Started', hero)).toBe('/creator/upload-initial');
  expect(linkTo('Browse Marketplace', hero)).toBe('/marketplace');
});

test('[LAND-12, LAND-13, LAND-14] How It Works has a section for creators and one for brands', async () => {
  answer([]);
  await show();
  expect(linkTo('Start Creating', screen.getByRole('region', { name: 'For Creators' }))).toBe('/auth');
  expect(linkTo('Browse Content', screen.getByRole('region', { name: 'For Brands' }))).toBe('/marketplace');
});

test('[LAND-15, LAND-16, LAND-17, LAND-18] the footer has its links', async () => {
  answer([]);
  await show();
  const footer = screen.getByRole('contentinfo');
  expect(linkTo('For Creators', footer)).toBe('/auth');
  expect(linkTo('For Brands', footer)).toBe('/brand/marketplace');
  expect(linkTo('Privacy Policy', footer)).toBe('/privacy-policy');
  expect(linkTo('Terms of Service', footer)).toBe('/terms-of-service');
});

test('[LAND-19, LAND-20, LAND-21, LAND-22] the figures are those that the operator states, not actual counts', async () => {
  answer([brand('Northwind')]);
  await show();
  const terms = screen.getAllByRole('term').map((term) => term.textContent);
  const figures = screen.getAllByRole('definition').map((figure) => figure.textContent);
  expect(claims.map(({ figure, what }) => `${figure} ${what}`)).toEqual([
    '1000+ creators',
    '5000+ licensed assets',
    '500 brands',
  ]);
  for (const { figure, what } of claims) expect(figures[terms.indexOf(what)]).toBe(figure);
});

test('[LAND-03, LAND-05] every brand is in the strip three times, but announced only once', async () => {
  answer([brand('Atlas Boots'), brand('Fernwood')]);
  await show();
  expect(await screen.findByRole('heading', { name: 'Brands Looking for Content' })).toBeVisible();
  expect(screen.getAllByText('Fernwood')).toHaveLength(3);
  expect(screen.getAllByTestId('brand-tile')).toHaveLength(6);
  expect(within(screen.getByRole('list', { name: 'Brands' })).getAllByRole('listitem')).toHaveLength(2);
  const [first, ...copies] = [...screen.getByTestId('brand-strip').children];
  expect(first).not.toHaveAttribute('aria-hidden');
  expect(copies.map((copy) => copy.getAttribute('aria-hidden'))).toEqual(['true', 'true']);
});

test.each(['logos/a/1.webp', 'not:an address'])(
  '[LAND-08, LAND-10] a logo that cannot be shown (%s) gives way to the placeholder, and keeps its name',
  async (logo) => {
    answer([brand('Northwind', logo)]);
    await show();
    const [image] = await screen.findAllByAltText('Northwind');
    if (!image) throw new Error('No logo');
    fireEvent.error(image);
    expect(image.getAttribute('src')).toMatch(/^data:image\/svg\+xml/);
    expect(screen.queryByText('Northwind')).toBeNull();
  },
);

test('[LAND-09, LAND-10] a brand without a logo is shown by its name', async () => {
  answer([brand('Halden & Sons')]);
  await show();
  expect(await screen.findAllByText('Halden & Sons')).toHaveLength(3);
  expect(within(screen.getByTestId('brand-strip')).queryByRole('img', { hidden: true })).toBeNull();
});

test.each([
  ['no brand has opted in', []],
  ['the brands cannot be read', null],
] as const)('[LAND-11] there is no strip when %s', async (_why, brands) => {
  answer(brands);
  await show();
  await screen.findByText('Content License Agreement');
  expect(server.asked('GET /api/brands/homepage')).toHaveLength(1);
  await settled();
  expect(screen.queryByText('Brands Looking for Content')).toBeNull();
  expect(screen.queryByRole('button', { name: /Pause/ })).toBeNull();
});

test('the strip’s button pauses and resumes it', async () => {
  answer([brand('Northwind')]);
  await show();
  const strip = await screen.findByTestId('brand-strip');
  await user().click(screen.getByRole('button', { name: /^Pause/ }));
  expect(strip.style.animationPlayState).toBe('paused');
  await user().click(screen.getByRole('button', { name: /^Play/ }));
  expect(strip.style.animationPlayState).toBe('');
});

const names = () =>
  within(screen.getByRole('list', { name: 'Brands' }))
    .getAllByRole('listitem')
    .map((tile) => tile.querySelector('img')?.alt ?? tile.textContent);
const receive = (position: number, value: HomepageBrandUpdate) =>
  liveServer.push('homepage-brands', 'all', { position, value });
/** The connection is lost, and comes back when the log has reached this position. */
const reconnect = async (position: number) => {
  liveServer.answer('homepage-brands', 'all', { position, value: null });
  await liveServer.reconnect();
};

test('[BRAND-08] the strip of an open page follows brands that opt in, change, opt out or are deleted', async () => {
  answer([brand('Atlas Boots'), brand('Fernwood')]);
  await showScrolledDown();
  await screen.findByTestId('brand-strip');
  await receive(11, brand('Éclair'));
  expect(names()).toEqual(['Atlas Boots', 'Éclair', 'Fernwood']);
  await receive(12, { ...brand('Fernwood', 'logos/fernwood/1.webp'), brand_name: 'Aspen' });
  expect(names()).toEqual(['Aspen', 'Atlas Boots', 'Éclair']);
  await receive(13, { id: 'Atlas Boots' });
  await liveServer.push('homepage-brands', 'all', { position: 14, value: null, removed: 'Fernwood' });
  expect(names()).toEqual(['Éclair']);
});

test('changes that the list already includes have no effect, and those missed while disconnected are read', async () => {
  answer([brand('Atlas Boots')]);
  await showScrolledDown();
  await screen.findByTestId('brand-strip');
  await receive(readAt, brand('Bygone'));
  expect(names()).toEqual(['Atlas Boots']);
  answer([brand('Casa Marea')]);
  await reconnect(readAt);
  expect(names()).toEqual(['Atlas Boots']);
  await reconnect(readAt + 1);
  await waitFor(() => expect(names()).toEqual(['Casa Marea']));
});

test('a first visit opens no live connection before the strip is visible', async () => {
  answer([brand('Atlas Boots')]);
  await show();
  await screen.findByTestId('brand-strip');
  // The connection would be open by then.
  await pass(3_000);
  expect(liveServer.watched()).toEqual([]);
});

test('leaving the landing page stops watching', async () => {
  answer([]);
  await showScrolledDown();
  cleanup();
  await waitFor(() => expect(liveServer.watched()).toEqual([]));
});

const picture = (id: string, more: object = {}) => ({
  id,
  title: `Picture ${id}`,
  media_url: `creator/images/${id}.webp`,
  media_type: 'image',
  placeholder: '',
  one_time_price: 0,
  six_month_price: 250,
  perpetual_price: 500,
  ...more,
});

test('[FIX-47] the wall shows what the server chose for it, names the first with its lowest price, and is filled up with drawings', async () => {
  answer([], [picture('one'), picture('two', { media_type: 'video' })]);
  await show();
  expect(await screen.findByText('On the wall now: Picture one, from $250.00')).toBeVisible();
  const sources = [...document.querySelectorAll('figure img')].map((image) => image.getAttribute('src'));
  const bucket = `${window.location.origin}/media/creator/images`;
  expect(sources.slice(0, 2)).toEqual([`${bucket}/one.webp`, `${bucket}/two.webp`]);
  expect(sources).toHaveLength(8);
  expect(sources.slice(2).every((source) => source?.startsWith('data:image/svg+xml'))).toBe(true);
});

test('[FIX-13] a picture on the wall links to its item, and is labeled with its title and price; a drawing isn’t a link', async () => {
  answer([], [picture('one'), picture('two', { six_month_price: 0 })]);
  await show();
  const links = await waitFor(() => {
    const found = within(screen.getAllByRole('figure')[0] as HTMLElement).getAllByRole('link');
    expect(found).toHaveLength(2);
    return found;
  });
  expect(links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
    ['Picture one, from $250.00', '/marketplace/one'],
    ['Picture two, from $500.00', '/marketplace/two'],
  ]);
});

test('the agreement is shown in its current wording, with the parties, the dates and what each side gets', async () => {
  answer([]);
  await show();
  expect(screen.getByText(/Mara Lindqvist .* grants Atlas Boots/)).toBeInTheDocument();
  expect(screen.getByText('This license ends on May 19, 2027 (UTC). This exact date governs.')).toBeInTheDocument();
  expect(screen.getByText('$200.00')).toBeInTheDocument();
});
