// The browser of the tests, the screenshots and the measurements: one of this machine, else one that is installed now.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { node, root, run } from './workspace.mjs';

const browserPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

const findBrowser = () => process.env.CHROMIUM ?? browserPaths.find((path) => existsSync(path));

/** Debian's Chromium, where this may install it. */
const installSystemBrowser = () => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log('Installing Chromium for the browser tests …');
  const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '-qq'], quiet);
  // Without a window, as Playwright's own is; older systems have only the whole browser.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if (spawnSync('apt-get', ['install', '-y', '-qq', name], quiet).status === 0) return;
  }
};

/** The machine's Chromium, else Playwright's own. Answers the path, or '' for Playwright's. */
export const ensureBrowser = () => {
  if (!findBrowser()) installSystemBrowser();
  const found = findBrowser();
  if (found) return found;
  const own = run(node(), [join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium']);
  if (own.status !== 0)
    console.error('No Chromium could be installed: the browser tests will fail. Set CHROMIUM to one.');
  return '';
};

/** Run on its own, before anything else is installed, it does what needs nothing of that. */
if (process.argv[1] === fileURLToPath(import.meta.url) && !findBrowser()) installSystemBrowser();
