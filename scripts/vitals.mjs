// `npm run vitals`: how soon the landing page is there, how still it stands, and how much script each page needs.
import { ensureBrowser } from './browser.mjs';
import { build, environment, install, node, root, run } from './workspace.mjs';

install();
build();
const args = ['--conditions=source', '--disable-warning=ExperimentalWarning', `${root}test/vitals/run.ts`];
const { status } = run(node(), args, { env: environment({ CHROMIUM: ensureBrowser() }) });
process.exitCode = status ?? 1;
