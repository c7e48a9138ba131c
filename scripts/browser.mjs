// The browser for tests, screenshots and measurements: the machine's own, or one that is installed now.
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

/** Installs Debian's Chromium if this process is allowed to. */
const installSystemBrowser = () => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log('Installing Chromium for the browser tests …');
  const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '-qq'], quiet);
  // Headless, like Playwright's own; older systems only have the full browser.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if (spawnSync('apt-get', ['install', '-y', '-qq', name], quiet).status === 0) return;
  }
};

/** Finds or installs the machine's Chromium, or else Playwright's own. Returns its path, or '' for Playwright's. */
export const ensureBrowser = () => {
  if (!findBrowser()) installSystemBrowser();
  const found = findBrowser();
  if (found) return found;
  const own = run(node(), [join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium']);
  if (own.status !== 0)
    console.error('No Chromium could be installed: the browser tests will fail. Set CHROMIUM to one.');
  return '';
};

/** Run as a program, before anything else is installed, it only does what needs no dependencies. */
if (process.argv[1] === fileURLToPath(import.meta.url) && !findBrowser()) installSystemBrowser();
