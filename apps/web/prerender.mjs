// After a build: draws the pages that say the same to everybody into `dist/<page>.html`, so that their first window is
// there before any script has run (the scripts then put the very same page in its place), and writes `dist/pages.json`:
// which scripts each page comes with.
import { readFile, writeFile } from 'node:fs/promises';
import { JSDOM } from 'jsdom';
import { createServer } from 'vite';

const drawnWithinMs = 60_000;
const lookEveryMs = 20;
/** Each with a heading that it is known by; the landing page is drawn last, as it has the most styles. */
const drawnPages = [
  { path: '/terms-of-service', file: 'terms-of-service.html', heading: 'Terms of Service' },
  { path: '/privacy-policy', file: 'privacy-policy.html', heading: 'Privacy Policy' },
  { path: '/help', file: 'help.html', heading: 'For creators' },
  { path: '/', file: 'landing.html', heading: 'How It Works' },
];
const dist = new URL('./dist/', import.meta.url);

class NothingObserved {
  observe() {}
  unobserve() {}
  disconnect() {}
}
const unanswered = () => new Promise(() => undefined);
const provide = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

/** A browser's window without layout and network: the page as it stands before the first answer. */
const openWindow = () => {
  const { window } = new JSDOM('<!doctype html><html><body><div id="root"></div></body></html>', {
    url: `http://localhost${drawnPages[0].path}`,
    pretendToBeVisual: true,
  });
  const matchMedia = (media) => ({ matches: false, media, addEventListener() {}, removeEventListener() {} });
  const scrollTo = () => undefined;
  const IntersectionObserver = NothingObserved;
  const ResizeObserver = NothingObserved;
  Object.assign(window, { matchMedia, scrollTo, IntersectionObserver, ResizeObserver });
  for (const name of Object.getOwnPropertyNames(window)) if (!(name in globalThis)) provide(name, window[name]);
  // What Node has of its own, but not for this document.
  for (const name of ['navigator', 'localStorage', 'sessionStorage']) provide(name, window[name]);
  provide('window', window);
  provide('fetch', unanswered);
  return window;
};

const drawn = async ({ document }, { path, heading }) => {
  const root = document.getElementById('root');
  const endsAt = Date.now() + drawnWithinMs;
  const isThere = () => [...root.querySelectorAll('h1, h2')].some(({ textContent }) => textContent === heading);
  while (!isThere()) {
    if (Date.now() > endsAt) throw new Error(`${path} was not drawn within ${drawnWithinMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
  const content = root.cloneNode(true);
  // A link leads on without a script. A button does nothing yet, so that nobody shall press it.
  for (const button of content.querySelectorAll('button')) button.setAttribute('inert', '');
  const styled = content.querySelector('[style]');
  if (styled) throw new Error(`${path}: the content policy refuses the style in ${styled.outerHTML.slice(0, 200)}`);
  const styles = [...document.querySelectorAll('style[data-emotion]')].map((style) => style.textContent).join('\n');
  return { title: document.title, styles, content: content.innerHTML };
};

const place = (html, pattern, replacement) => {
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
const { OnlyFor } = await vite.ssrLoadModule('/src/shell/gates/only-for.tsx');
await vite.ssrLoadModule('/src/main.tsx');
const built = await readFile(new URL('index.html', dist), 'utf8');
const entry = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/;
const [, address] = entry.exec(built) ?? [];
const takeOver = `<script src="/take-over.js" data-entry="${address}" nonce="${nonce}"></script>`;

for (const shown of drawnPages) {
  await router.navigate(shown.path);
  const { title, styles, content } = await drawn(window, shown);
  let page = place(built, entry, '');
  page = place(page, /<title>[^<]*<\/title>/, `<title>${title}</title>\n<style nonce="${nonce}">${styles}</style>`);
  page = place(page, /<div id="root"><\/div>/, `<div id="root">${content}</div>\n${takeOver}`);
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
/** Where nobody sees anything before it is known who is signed in, or who opened the link of an email. */
const isForSignedIn = ({ element }) => element?.type === OnlyFor && !element.props.orVisitors;
const isByEmail = ({ path }) => path.endsWith('/reset-password');
const pagesIn = (routes, forSignedIn = false) =>
  routes.flatMap((route) => [
    ...(route.lazy && !route.path.startsWith('/dev/')
      ? [{ ...route, forSignedIn: forSignedIn || isByEmail(route) }]
      : []),
    ...pagesIn(route.children ?? [], isForSignedIn(route)),
  ]);
const scriptsOf = ({ path, lazy, forSignedIn }) => {
  const [, source] = /import[^(]*\("\/(src\/[^"]+)"\)/.exec(String(lazy)) ?? [];
  if (!manifest[source]) throw new Error(`The build has no script for ${path}: ${lazy}`);
  const all = new Set([...withImports(source), ...(forSignedIn ? accounts : [])]);
  const further = [...all].filter((name) => !first.has(name));
  // The router takes parts of a path whole; this one is a creator's page where it begins with an @.
  return [path.replace(/^\/:at$/, '/@:at'), further.map((name) => `/${manifest[name].file}`)];
};
const pages = pagesIn(router.routes);
await writeFile(new URL('pages.json', dist), JSON.stringify(Object.fromEntries(pages.map(scriptsOf)), null, 1));
// The window's timers and the development server would keep the process.
process.exit(0);
