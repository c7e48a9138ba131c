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

/** The page that replaces a drawn one leads to the same places: the link with the focus keeps it. */
const takeOver = () => {
  const focused = links().find((link) => link === document.activeElement);
  const place = focused?.getAttribute('href');
  const among = () => links().filter((link) => link.getAttribute('href') === place);
  const nth = focused ? among().indexOf(focused) : 0;
  flushSync(show);
  if (focused) among()[nth]?.focus({ preventScroll: true });
};

/** Where the page came drawn, it stays until all is there that replaces it. */
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
