// Runs after a build. It renders the pages that are the same for everyone into `dist/<page>.html`, so that their first
// window is visible before any script has run (the scripts then replace it with the same page), and writes
// `dist/pages.json`, which lists the scripts of each page.
import { readFile, writeFile } from 'node:fs/promises';
import { JSDOM } from 'jsdom';
import { createServer } from 'vite';

const renderMaxMs = 60_000;
const checkEveryMs = 20;
/** Each with a heading that shows that it has rendered. The landing page is last, because it adds the most styles. */
const pagesToRender = [
  { path: '/terms-of-service', file: 'terms-of-service.html', heading: 'Terms of Service' },
  { path: '/privacy-policy', file: 'privacy-policy.html', heading: 'Privacy Policy' },
  { path: '/help', file: 'help.html', heading: 'For creators' },
  { path: '/', file: 'landing.html', heading: 'How It Works' },
];
const dist = new URL('./dist/', import.meta.url);

class FakeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
const neverAnswers = () => new Promise(() => undefined);
const provide = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

/** A browser window without layout or network, to render pages as they are before the first answer. */
const openWindow = () => {
  const { window } = new JSDOM('<!doctype html><html><body><div id="root"></div></body></html>', {
    url: `http://localhost${pagesToRender[0].path}`,
    pretendToBeVisual: true,
  });
  const matchMedia = (media) => ({ matches: false, media, addEventListener() {}, removeEventListener() {} });
  const scrollTo = () => undefined;
  const IntersectionObserver = FakeObserver;
  const ResizeObserver = FakeObserver;
  Object.assign(window, { matchMedia, scrollTo, IntersectionObserver, ResizeObserver });
  for (const name of Object.getOwnPropertyNames(window)) if (!(name in globalThis)) provide(name, window[name]);
  // Node has its own versions of these, which don't belong to this document.
  for (const name of ['navigator', 'localStorage', 'sessionStorage']) provide(name, window[name]);
  provide('window', window);
  provide('fetch', neverAnswers);
  return window;
};

const render = async ({ document }, { path, heading }) => {
  const root = document.getElementById('root');
  const deadline = Date.now() + renderMaxMs;
  const hasRendered = () => [...root.querySelectorAll('h1, h2')].some(({ textContent }) => textContent === heading);
  while (!hasRendered()) {
    if (Date.now() > deadline) throw new Error(`${path} did not render within ${renderMaxMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, checkEveryMs));
  }
  const content = root.cloneNode(true);
  // Links work without scripts, but buttons don't do anything yet, so they can't be pressed.
  for (const button of content.querySelectorAll('button')) button.setAttribute('inert', '');
  const styled = content.querySelector('[style]');
  if (styled)
    throw new Error(`${path}: the content security policy blocks the style in ${styled.outerHTML.slice(0, 200)}`);
  const styles = [...document.querySelectorAll('style[data-emotion]')].map((style) => style.textContent).join('\n');
  return { title: document.title, styles, content: content.innerHTML };
};

const replaceIn = (html, pattern, replacement) => {
  if (!pattern.test(html)) throw new Error(`${pattern} is not in the built page.`);
  return html.replace(pattern, () => replacement);
};

const nonce = '__csp_nonce__';
const window = openWindow();
const vite = await createServer({
  server: { middlewareMode: true, hmr: false, ws: false },
  appType: 'custom',
  logLevel: 'error',
});
const { router } = await vite.ssrLoadModule('/src/routes.tsx');
await vite.ssrLoadModule('/src/main.tsx');
const built = await readFile(new URL('index.html', dist), 'utf8');
const entry = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/;
const [, address] = entry.exec(built) ?? [];
const takeOverScript = `<script src="/take-over.js" data-entry="${address}" nonce="${nonce}"></script>`;

for (const shown of pagesToRender) {
  await router.navigate(shown.path);
  const { title, styles, content } = await render(window, shown);
  let page = replaceIn(built, entry, '');
  page = replaceIn(page, /<title>[^<]*<\/title>/, `<title>${title}</title>\n<style nonce="${nonce}">${styles}</style>`);
  page = replaceIn(page, /<div id="root"><\/div>/, `<div id="root">${content}</div>\n${takeOverScript}`);
  await writeFile(new URL(shown.file, dist), page);
}

const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', dist), 'utf8'));
const withImports = (name, seen = new Set()) => {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const imported of manifest[name].imports ?? []) withImports(imported, seen);
  return seen;
};
const first = withImports('index.html');
const accounts = withImports('src/kernel/auth-client.ts');
/** This page shows nothing until it is known who opened the emailed link. */
const isByEmail = (path) => path.endsWith('/reset-password');
const pagesIn = (routes) =>
  routes.flatMap((route) => [
    ...(route.lazy && !route.path.startsWith('/dev/') ? [route] : []),
    ...pagesIn(route.children ?? []),
  ]);
const scriptsOf = ({ path, lazy }) => {
  const [, source] = /import[^(]*\("\/(src\/[^"]+)"\)/.exec(String(lazy.load)) ?? [];
  if (!manifest[source]) throw new Error(`The build has no script for ${path}: ${lazy.load}`);
  const all = new Set([...withImports(source), ...(isByEmail(path) ? accounts : [])]);
  const further = [...all].filter((name) => !first.has(name));
  // The router only matches whole path segments; a segment that begins with an @ is a creator's page.
  return [path.replace(/^\/:at$/, '/@:at'), further.map((name) => `/${manifest[name].file}`)];
};
const pages = pagesIn(router.routes);
await writeFile(new URL('pages.json', dist), JSON.stringify(Object.fromEntries(pages.map(scriptsOf)), null, 1));
// The window's timers and the development server would keep the process running.
process.exit(0);
