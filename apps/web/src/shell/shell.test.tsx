import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Role } from '../kernel/session.ts';
import { server } from '../testing/server.test-kit.ts';
import { signIn as signInTo, signOut } from '../testing/sign-in.test-kit.ts';
import { settled, user } from '../testing/user.test-kit.ts';
import { ErrorPage } from './error.page.tsx';
import { SiteLayout } from './layouts.tsx';
import { showRoutes } from './routes.test-kit.tsx';
import { Sidebar } from './bars/sidebar.tsx';

const signIn = async (role: Role) => {
  const [id, email] = [`${role}-1`, `${role}@example.test`];
  server.answer('GET /api/profile', { role, user_id: id, name: 'Mara Lindqvist', email });
  await signInTo({ id, email, role });
};

const put = (role: Role, quantity: number) =>
  localStorage.setItem(
    `cart:${role}-1`,
    JSON.stringify([{ id: 'harbour', title: 'Harbour', price: 25, licenseType: 'one_time', quantity }]),
  );

const Broken = () => {
  throw new Error('The tide went out.');
};

const open = (role?: Role) => {
  const routes = [
    {
      Component: SiteLayout,
      children: [
        {
          ErrorBoundary: ErrorPage,
          children: [
            { path: '/broken', Component: Broken },
            { path: '*', element: role ? <Sidebar role={role} /> : <p>Page</p> },
          ],
        },
      ],
    },
  ];
  return showRoutes(routes);
};

const header = () => within(screen.getByRole('banner'));
const mainLinks = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

/** The links of the mobile menu, in order. This window is wide, so the menu's button is hidden. */
const menuLinks = async () => {
  fireEvent.click(screen.getByLabelText('Menu'));
  const menu = await screen.findByRole('navigation', { name: 'Mobile' });
  return within(menu)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
};

beforeEach(() => {
  localStorage.clear();
  server.answer('GET /api/config', { public_host: 'somewhere-else.test' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('[NAV-02][NAV-08][NAV-11][SPC-08] a visitor sees the logo, which leads home, and a sign-in link, but no cart', async () => {
  put('brand', 1);
  open();
  const home = header().getByRole('link', { name: 'Tessera, home' });
  expect(home).toHaveAttribute('href', '/');
  // Its four tiles.
  expect(home.querySelectorAll('svg rect')).toHaveLength(4);
  expect(await header().findByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/auth?tab=login');
  expect(header().queryByRole('button', { name: 'Sign out' })).toBeNull();
  expect(header().queryByRole('link', { name: /cart/i })).toBeNull();
});

test('[NAV-04][NAV-08] a creator finds the creator dashboard in the header, and no cart', async () => {
  put('creator', 1);
  await signIn('creator');
  open();
  expect(mainLinks()).toEqual([
    ['Creator Dashboard', '/creator/dashboard'],
    ['Marketplace', '/marketplace'],
  ]);
  expect(header().queryByRole('link', { name: /cart/i })).toBeNull();
});

test('[NAV-05][NAV-06][NAV-07][NAV-09] a brand finds its dashboard, the marketplace and the cart in the header', async () => {
  await signIn('brand');
  open();
  expect(mainLinks()).toEqual([
    ['Brand Dashboard', '/brand/dashboard'],
    ['Marketplace', '/brand/marketplace'],
  ]);
  expect(header().getByRole('link', { name: 'Cart' })).toHaveAttribute('href', '/brand/cart');
  expect(screen.queryByTestId('cart-count')).toBeNull();
});

test('[NAV-09][NAV-10] the cart’s badge counts quantities', async () => {
  put('brand', 3);
  await signIn('brand');
  open();
  expect(header().getByRole('link', { name: 'Cart, 3 items' })).toHaveTextContent('3');
});

test('[GAL-16] the account menu has everything about the account, and returns the focus when it closes', async () => {
  await signIn('creator');
  const router = open();
  const button = () => header().getByRole('button', { name: 'Your account' });
  await user().click(button());
  const menu = await screen.findByRole('menu');
  const entries = within(menu).getAllByRole('menuitem');
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    'Profile',
    'Settings',
    'Help',
    'Keyboard shortcuts',
    'Sign out',
  ]);
  expect(within(menu).queryByRole('menuitemradio')).toBeNull();
  expect(await within(menu).findByText('Mara Lindqvist')).toBeVisible();
  await user().keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() => expect(button()).toHaveFocus());
  await user().click(button());
  await user().click(await screen.findByRole('menuitem', { name: 'Settings' }));
  expect(router.state.location).toMatchObject({ pathname: '/account', hash: '#emails' });
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await user().click(button());
  await user().click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  expect(await header().findByRole('link', { name: 'Sign in' })).toBeVisible();
  expect(header().queryByRole('button', { name: 'Your account' })).toBeNull();
});

test.each(['visitor', 'creator', 'brand'] as const)(
  '[SPC-06][THEME-06] one press on the theme control in the header of a %s opens the choice',
  async (who) => {
    if (who !== 'visitor') await signIn(who);
    open();
    await user().click(header().getByRole('button', { name: 'Theme' }));
    const choices = await screen.findAllByRole('menuitemradio');
    expect(choices.map(({ textContent }) => textContent)).toEqual(['Light', 'Dark', 'System']);
    await user().click(choices[1]!);
    expect(localStorage.getItem('ui-theme')).toBe('dark');
    expect(document.documentElement).toHaveClass('dark');
  },
);

test('[SPC-06] on a phone, where an account’s header has no room, its menu begins with the choice of theme', async () => {
  await signIn('brand');
  open();
  fireEvent.click(screen.getByLabelText('Menu'));
  const sheet = await screen.findByRole('dialog', { name: 'Menu' });
  const theme = within(sheet).getByLabelText('Theme');
  const choices = within(theme).getAllByText(/./, { selector: 'button' });
  expect(choices.map(({ textContent }) => textContent)).toEqual(['Light', 'Dark', 'System']);
  fireEvent.click(choices[1]!);
  expect(choices[1]).toHaveAttribute('aria-pressed', 'true');
  expect(localStorage.getItem('ui-theme')).toBe('dark');
  const next = within(sheet).getByText('Find anything');
  expect(theme.compareDocumentPosition(next)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('[FIX-46] what an account looked at leaves the browser with it, even on a page that shows none of it', async () => {
  localStorage.setItem('recently-seen', 'the visitor’s');
  localStorage.setItem('recently-seen:someone', 'of an account whose session expired');
  localStorage.setItem('recently-seen:brand-1', 'this brand’s');
  await signIn('brand');
  open();
  await settled();
  const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('recently-seen'));
  expect(kept().toSorted()).toEqual(['recently-seen', 'recently-seen:brand-1']);
  await signOut();
  expect(kept()).toEqual(['recently-seen']);
});

/** Types a text into the command menu, and returns what it lists, by group. */
const foundFor = async (text: string) => {
  await user().keyboard('{Control>}k{/Control}');
  await user().type(await screen.findByRole('combobox', { name: 'Find anything' }), text);
  await screen.findByRole('option', { name: `Search the marketplace for “${text}”` });
  return screen.getAllByRole('group').map((group) => [
    group.getAttribute('aria-label'),
    ...within(group)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ]);
};

const license = {
  id: 'license-1',
  order_id: 'order-1',
  created_at: '2026-11-20T12:00:00.000Z',
  license_type: 'six_month',
  creator_name: 'Mara Lindqvist',
  brand_name: 'Acme',
  content: { title: 'Harbor' },
};

test('[OPS-22] a creator finds their items, licenses and payouts, and the marketplace', async () => {
  await signIn('creator');
  const paid = { status: 'paid', steps: [{ at: license.created_at }] };
  server.answer('GET /api/content/mine', { items: [{ id: 'item-1', title: 'Harbor', status: 'withdrawn' }] });
  server.answer('GET /api/licenses', { items: [license] });
  server.answer('GET /api/earnings/payouts', {
    items: [
      { ...paid, id: 'p1', destination: 'Harbor Bank', amount_cents: 4_000 },
      { ...paid, id: 'p2', destination: 'Elsewhere', amount_cents: 100 },
    ],
  });
  server.answer('GET /api/marketplace/suggestions', { tags: [], items: [{ id: 'item-2', title: 'Harbor at dawn' }] });
  const router = open();
  expect(await foundFor('harbor')).toEqual([
    ['Your items', 'HarborWithdrawn'],
    ['Licenses sold', 'Harbor6-Month License, Acme'],
    ['Your payouts', 'Payout from Nov 20, 2026 (UTC)$40.00, Paid'],
    ['Marketplace', 'Harbor at dawn'],
    ['Search', 'Search the marketplace for “harbor”'],
  ]);
  expect(server.asked('GET /api/content/mine').map(({ path }) => path)).toEqual([
    '/api/content/mine?search=harbor&limit=5',
  ]);
  await user().keyboard('{Enter}');
  expect(router.state.location.pathname).toBe('/creator/edit/item-1');
});

test('[OPS-22] a brand finds its licenses, orders and boards', async () => {
  await signIn('brand');
  server.answer('GET /api/licenses', { items: [license, { ...license, id: 'license-2' }] });
  server.answer('GET /api/boards', {
    items: [
      { id: 'board-1', name: 'Harbor campaign', content_ids: ['item-1'] },
      { id: 'board-2', name: 'Spring', content_ids: [] },
    ],
  });
  server.answer('GET /api/marketplace/suggestions', { tags: [], items: [] });
  const router = open();
  expect(await foundFor('harbor')).toEqual([
    ['Your licenses', 'Harbor6-Month License, Mara Lindqvist', 'Harbor6-Month License, Mara Lindqvist'],
    ['Your orders', 'Order from Nov 20, 2026 (UTC)Harbor'],
    ['Your boards', 'Harbor campaign1 item'],
    ['Search', 'Search the marketplace for “harbor”'],
  ]);
  await user().click(screen.getByRole('option', { name: /^Order from/ }));
  expect(router.state.location.pathname).toBe('/brand/orders/order-1');
});

test('[OPS-22] a visitor finds pages and marketplace items, and no private data is requested', async () => {
  server.answer('GET /api/marketplace/suggestions', { tags: [], items: [] });
  const router = open();
  expect(await foundFor('sign')).toEqual([
    ['Pages', 'Sign in', 'Create an account'],
    ['Search', 'Search the marketplace for “sign”'],
  ]);
  const boldParts = screen.getAllByRole('option').map((option) => option.querySelectorAll('b').length);
  // Only 'Sign in' completes what is typed; the last one quotes it.
  expect(boldParts).toEqual([2, 0, 0]);
  const paths = server.asked().map(({ path }) => path);
  expect(paths.filter((path) => path !== '/api/config')).toEqual(['/api/marketplace/suggestions?search=sign']);
  await user().click(screen.getByRole('option', { name: /^Search/ }));
  expect(router.state.location).toMatchObject({ pathname: '/marketplace', search: '?search=sign' });
});

test('[NAV-12][NAV-13] the button says so while signing out', async () => {
  const signingOut = server.hold('POST /auth/v1/logout');
  await signIn('creator');
  open();
  await user().click(header().getByRole('button', { name: 'Sign out' }));
  expect(await header().findByRole('button', { name: 'Signing out...' })).toBeDisabled();
  await signingOut.answer();
  expect(await header().findByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('[NAV-15][NAV-16][NAV-17][NAV-20][NAV-21][FIX-09] the mobile menu of a creator, which includes the marketplace', async () => {
  await signIn('creator');
  open();
  expect(await menuLinks()).toEqual([
    ['Home', '/'],
    ['Dashboard', '/creator/dashboard'],
    ['Upload Content', '/creator/upload'],
    ['Batch Upload', '/creator/batch-upload'],
    ['Payouts', '/creator/payouts'],
    ['Referrals', '/creator/referrals'],
    ['Marketplace', '/marketplace'],
    ['Account', '/account'],
  ]);
});

test('[NAV-22][NAV-23][NAV-25] the mobile menu of a brand', async () => {
  await signIn('brand');
  open();
  expect(await menuLinks()).toEqual([
    ['Home', '/'],
    ['Dashboard', '/brand/dashboard'],
    ['Marketplace', '/brand/marketplace'],
    ['Boards', '/brand/boards'],
    ['Account', '/account'],
  ]);
});

test('[NAV-24][NAV-25] the mobile menu of a visitor', async () => {
  open();
  expect(await menuLinks()).toEqual([
    ['Home', '/'],
    ['Marketplace', '/marketplace'],
    ['Sign In', '/auth?tab=login'],
  ]);
});

test('following a link of the mobile menu closes the menu', async () => {
  const router = open();
  await menuLinks();
  await user().click(screen.getByRole('link', { name: 'Sign In' }));
  expect(router.state.location.pathname).toBe('/auth');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

const sidebar = async (name: string) => {
  await settled();
  return within(screen.getByRole('complementary', { name }));
};
const sidebarLinks = (aside: Awaited<ReturnType<typeof sidebar>>) =>
  within(aside.getByRole('navigation'))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

test('[NAV-30][NAV-32][NAV-34][FIX-09] the sidebar of a creator is titled, leads to five pages and the marketplace, and names the person', async () => {
  await signIn('creator');
  open('creator');
  const aside = await sidebar('Creator Portal');
  expect(aside.getByText('Creator Portal')).toBeVisible();
  expect(sidebarLinks(aside)).toEqual([
    ['Dashboard', '/creator/dashboard'],
    ['Upload Content', '/creator/upload'],
    ['Batch Upload', '/creator/batch-upload'],
    ['Payouts', '/creator/payouts'],
    ['Referrals', '/creator/referrals'],
    ['Marketplace', '/marketplace'],
  ]);
  expect(await aside.findByText('Mara Lindqvist')).toBeVisible();
  expect(aside.getByRole('link', { name: 'Mara Lindqvist, account' })).toHaveAttribute('href', '/account');
});

test('[NAV-31][NAV-33][NAV-34] the sidebar of a brand is titled, leads to its pages and names the person', async () => {
  await signIn('brand');
  open('brand');
  const aside = await sidebar('Brand Portal');
  expect(aside.getByText('Brand Portal')).toBeVisible();
  expect(sidebarLinks(aside)).toEqual([
    ['Marketplace', '/brand/marketplace'],
    ['Dashboard', '/brand/dashboard'],
    ['Boards', '/brand/boards'],
  ]);
  expect(await aside.findByText('Mara Lindqvist')).toBeVisible();
});

test('[FIX-17] the accessible name of the sidebar’s account entry starts with its visible text', async () => {
  await signIn('brand');
  open('brand');
  const entry = (await sidebar('Brand Portal')).findByRole('link', { name: 'Mara Lindqvist, account' });
  expect(await entry).toHaveTextContent(/^Mara Lindqvist$/);
});

test('[FIX-13] at the marketplace’s other address, which the dashboard links to, a brand’s links to it are marked as current', async () => {
  await signIn('brand');
  const router = open('brand');
  await act(() => router.navigate('/marketplace/item-1'));
  const aside = await sidebar('Brand Portal');
  for (const place of [aside, within(screen.getByRole('navigation', { name: 'Main' }))]) {
    const entry = place.getByRole('link', { name: 'Marketplace' });
    expect(entry).toHaveAttribute('aria-current', 'page');
    expect(entry).toHaveAttribute('href', '/marketplace');
  }
});

test('[NAV-27] a collapsed sidebar keeps its labels for screen readers, and can be expanded again', async () => {
  await signIn('brand');
  open('brand');
  await user().click(screen.getByRole('button', { name: 'Collapse sidebar' }));
  const aside = await sidebar('Brand Portal');
  expect(aside.getByRole('link', { name: 'Marketplace' })).toHaveTextContent('');
  expect(await aside.findByRole('link', { name: 'Mara Lindqvist, account' })).toBeVisible();
  await user().click(screen.getByRole('button', { name: 'Expand sidebar' }));
  expect(aside.getByRole('link', { name: 'Marketplace' })).toHaveTextContent('Marketplace');
});

test('[NAV-27] where there is little room, the sidebar begins collapsed, and stays expanded for whoever expands it', async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: false,
    media,
    addEventListener() {},
    removeEventListener() {},
  }));
  await signIn('brand');
  open('brand');
  await user().click(screen.getByRole('button', { name: 'Expand sidebar' }));
  expect(screen.getByRole('button', { name: 'Collapse sidebar' })).toHaveAttribute('aria-expanded', 'true');
  expect(localStorage.getItem('sidebar-collapsed')).toBe('false');
});

test('[ERR-06][ERR-07] a page that fails shows the error message below the header', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const router = open();
  await act(() => router.navigate('/broken'));
  expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  expect(screen.getByText('The tide went out.')).toBeVisible();
  expect(header().getByRole('link', { name: 'Tessera, home' })).toBeVisible();
});
