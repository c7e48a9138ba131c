// `npm run screenshots`: captures every page in both themes at three widths, into docs/screenshots.
import { ensureBrowser } from './browser.mjs';
import { build, environment, install, node, root, run } from './workspace.mjs';

install();
build();
const args = [
  '--conditions=source',
  '--disable-warning=ExperimentalWarning',
  `${root}test/screenshots/run.ts`,
  ...process.argv.slice(2),
];
const { status } = run(node(), args, { env: environment({ CHROMIUM: ensureBrowser() }) });
process.exitCode = status ?? 1;
