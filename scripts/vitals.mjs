// `npm run vitals [-- page …]`: how fast the most important pages load on a slow phone, how stable their layout is, and
// how much is transferred.
import { ensureBrowser } from './browser.mjs';
import { build, environment, install, node, root, run } from './workspace.mjs';

install();
build();
const args = [
  '--conditions=source',
  '--disable-warning=ExperimentalWarning',
  `${root}test/vitals/run.ts`,
  ...process.argv.slice(2),
];
const { status } = run(node(), args, { env: environment({ CHROMIUM: ensureBrowser() }) });
process.exitCode = status ?? 1;
