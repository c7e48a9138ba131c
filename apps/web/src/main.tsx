import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './theme/first-paint.css';
import './theme/fonts.css';
import { App } from './app.tsx';
import { noticeReferral } from './kernel/referral.atoms.ts';

void noticeReferral(window.location.search);
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
