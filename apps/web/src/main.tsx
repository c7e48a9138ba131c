import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import './theme/first-paint.css';
import './theme/fonts.css';
import { App } from './app.tsx';
import { noticeReferral } from './referrals/public.ts';
import { router } from './routes.tsx';

void noticeReferral(window.location.search);
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');

const show = () =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );

const links = () => [...root.querySelectorAll<HTMLElement>('a[href]')];

/** The page that takes the place of a drawn one has the same links: the one with the focus keeps it. */
const takeOver = () => {
  const focused = links().findIndex((link) => link === document.activeElement);
  flushSync(show);
  if (focused !== -1) links()[focused]?.focus({ preventScroll: true });
};

/** Where the page came drawn, it stays until all is there that takes its place. */
const showOverDrawn = () => {
  if (router.state.initialized) return takeOver();
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    takeOver();
  });
};

if (root.hasChildNodes()) showOverDrawn();
else show();
