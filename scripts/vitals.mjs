// `npm run vitals [-- page …]`: how soon the pages that matter most are there on a slow phone, how still they stand, and
// what is sent for them.
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
