import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './theme/first-paint.css';
import './theme/fonts.css';
import { App } from './app.tsx';
import { noticeReferral } from './kernel/referral.atoms.ts';
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

/** Where the page came drawn, it stays until all is there that takes its place. */
const showOverDrawn = () => {
  if (router.state.initialized) return show();
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    show();
  });
};

if (root.hasChildNodes()) showOverDrawn();
else show();
