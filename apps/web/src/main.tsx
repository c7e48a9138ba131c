import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import './theme/first-paint.css';
import './theme/fonts.css';
import { App } from './app.tsx';
import { captureReferral } from './referrals/public.ts';
import { router } from './routes.tsx';

// Browsers translate a page after it has loaded.
void import('./kernel/browser/translation.ts').then(({ endureTranslation }) => endureTranslation(document.body));
void captureReferral(window.location.search);
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');

const show = () =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );

const links = () => [...root.querySelectorAll<HTMLElement>('a[href]')];

/** Replaces a prerendered page. Both have the same links, so a focused link keeps the focus. */
const takeOver = () => {
  const focused = links().find((link) => link === document.activeElement);
  const address = focused?.getAttribute('href');
  const sameLinks = () => links().filter((link) => link.getAttribute('href') === address);
  const index = focused ? sameLinks().indexOf(focused) : 0;
  flushSync(show);
  if (focused) sameLinks()[index]?.focus({ preventScroll: true });
};

/** Keeps the prerendered page until everything that replaces it has loaded. */
const replacePrerendered = () => {
  if (router.state.initialized) return takeOver();
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    takeOver();
  });
};

if (root.hasChildNodes()) replacePrerendered();
else show();
