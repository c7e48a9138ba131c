import { act, screen } from '@testing-library/react';
import { server } from '../testing/server.test-kit.ts';
import { pass, settled } from '../testing/user.test-kit.ts';
import { lazyPart } from '../kernel/lazy-component.tsx';
import { pageLoader } from './page-loader.tsx';
import { ErrorPage } from './error.page.tsx';
import { Shell } from './layouts.tsx';
import { showRoutes } from './routes.test-kit.tsx';

const gone = new TypeError('Failed to fetch dynamically imported module: /assets/sales.page-1.js');
const site = 'GET /';
const reload = vi.fn();

declare const jsdom: { readonly virtualConsole: { readonly on: (event: string, listener: () => void) => void } };
// jsdom can't load a page anew, and reports that it should have.
jsdom.virtualConsole.on('jsdomError', reload);

/** The site's first page, as the server sends it. */
const pageOf = (release: string) => () =>
  new Response(`<!doctype html><script type="module" src="/assets/index-${release}.js"></script>`);

const entry = document.createElement('script');
entry.type = 'module';
entry.setAttribute('src', '/assets/index-1.js');

/** A page whose code can be fetched as long as this says so. */
let isServed = true;
const fetchPage = vi.fn(async () => {
  if (!isServed) throw gone;
  return { Component: () => <h1>Your sales</h1> };
});

const open = async () => {
  const router = showRoutes(
    [
      {
        Component: Shell,
        ErrorBoundary: ErrorPage,
        children: [
          { path: '/', element: <input aria-label="Title" /> },
          { path: '/sales', lazy: pageLoader(fetchPage) },
          { path: '/menu', Component: lazyPart(async () => ({ default: (await fetchPage()).Component })) },
        ],
      },
    ],
    { initialEntries: ['/'] },
  );
  await settled();
  return async (path: string) => {
    await act(() => router.navigate(path));
    await settled();
  };
};

const goOffline = (isOffline: boolean) => {
  isServed = !isOffline;
  if (isOffline) server.lose(site);
  else server.answer(site, pageOf('1'));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(!isOffline);
  return act(async () => void window.dispatchEvent(new Event(isOffline ? 'offline' : 'online')));
};

beforeEach(() => {
  Object.assign(performance, { getEntriesByType: () => [{ type: 'navigate' }] });
  document.head.append(entry);
  isServed = true;
  fetchPage.mockClear();
  reload.mockClear();
  // React reports what a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server.answer(site, pageOf('1'));
});
afterEach(() => vi.restoreAllMocks());

const waiting = () => screen.queryByRole('heading', { name: 'This page hasn’t loaded yet' });
const page = () => screen.queryByRole('heading', { name: 'Your sales' });

test('[FIX-30] a page that is first opened offline says so, and opens by itself as soon as the network is back', async () => {
  const go = await open();
  await goOffline(true);
  expect(screen.getByText('You’re offline')).toBeVisible();
  await go('/sales');
  expect(waiting()).toBeVisible();
  await pass(25_000);
  expect(waiting()).toBeVisible();
  await goOffline(false);
  await settled();
  expect(screen.queryByText('You’re offline')).toBeNull();
  expect(page()).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
});

test('[FIX-30] a browser that never asks again for what it failed to load opens the page anew, once', async () => {
  const go = await open();
  isServed = false;
  await go('/sales');
  await settled();
  expect(fetchPage).toHaveBeenCalledTimes(2);
  await pass(60_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('[FIX-30] a page that was already loaded anew waits for its visitor', async () => {
  Object.assign(performance, { getEntriesByType: () => [{ type: 'reload' }] });
  const go = await open();
  isServed = false;
  await go('/sales');
  await pass(60_000);
  expect(waiting()).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
});

test('[FIX-30] a page that a release has removed is opened in the new release', async () => {
  const go = await open();
  isServed = false;
  server.answer(site, pageOf('2'));
  await go('/sales');
  await settled();
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each(['a hotel’s login', 'an error'])('[FIX-30] %s in place of the site is no release', async (what) => {
  const go = await open();
  isServed = false;
  if (what === 'an error') server.refuse(site, 502);
  else server.answer(site, () => new Response('<!doctype html><h1>Welcome to our Wi-Fi</h1>'));
  await go('/sales');
  await pass(60_000);
  expect(waiting()).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
  isServed = true;
  server.answer(site, pageOf('1'));
  await pass(10_000);
  expect(page()).toBeVisible();
});

test('[FIX-30] a part of a page keeps it waiting, and takes nothing down', async () => {
  const go = await open();
  await goOffline(true);
  await go('/menu');
  await pass(15_000);
  expect(screen.queryByRole('heading', { name: 'Unexpected Application Error!' })).toBeNull();
  await goOffline(false);
  await settled();
  expect(page()).toBeVisible();
});

test.each([
  ['nothing was typed, the new release opens', false],
  ['something was typed, the page asks first and loses nothing', true],
])('[FIX-30] a part that a release has removed is asked for once; if %s', async (_what, isTyped) => {
  const go = await open();
  if (isTyped) act(() => void screen.getByLabelText('Title').dispatchEvent(new Event('input', { bubbles: true })));
  isServed = false;
  server.answer(site, pageOf('2'));
  await go('/menu');
  await pass(60_000);
  expect(fetchPage).toHaveBeenCalledTimes(1);
  expect(reload).toHaveBeenCalledTimes(isTyped ? 0 : 1);
  if (!isTyped) return;
  await act(async () => screen.getByRole('button', { name: 'Reload' }).click());
  expect(reload).toHaveBeenCalledTimes(1);
});
