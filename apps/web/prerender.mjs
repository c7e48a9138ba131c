// Draws the landing page into `dist/landing.html` after a build, so that its first window is there before any script has
// run. The scripts then put the very same page in its place.
import { readFile, writeFile } from 'node:fs/promises';
import { JSDOM } from 'jsdom';
import { createServer } from 'vite';

const drawnWithinMs = 60_000;
const lookEveryMs = 20;
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
    url: 'http://localhost/',
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

const drawn = async ({ document }) => {
  const root = document.getElementById('root');
  const endsAt = Date.now() + drawnWithinMs;
  while (!root.querySelector('h1') || !root.textContent.includes('How It Works')) {
    if (Date.now() > endsAt) throw new Error(`The landing page was not drawn within ${drawnWithinMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
  // A link leads on without a script. A button does nothing yet, so that nobody shall press it.
  for (const button of root.querySelectorAll('button')) button.setAttribute('inert', '');
  const styles = [...document.querySelectorAll('style[data-emotion]')].map((style) => style.textContent).join('\n');
  return { title: document.title, styles, content: root.innerHTML };
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
await vite.ssrLoadModule('/src/main.tsx');
const { title, styles, content } = await drawn(window);
const built = await readFile(new URL('index.html', dist), 'utf8');
const entry = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/;
const [, address] = entry.exec(built) ?? [];

const takeOver = `<script src="/take-over.js" data-entry="${address}" nonce="${nonce}"></script>`;

let page = place(built, entry, '');
page = place(page, /<title>[^<]*<\/title>/, `<title>${title}</title>\n<style nonce="${nonce}">${styles}</style>`);
page = place(page, /<div id="root"><\/div>/, `<div id="root">${content}</div>\n${takeOver}`);
await writeFile(new URL('landing.html', dist), page);
// The window's timers and the development server would keep the process.
process.exit(0);
