// `npm run faults`: breaks one line of the product at a time, in a copy, and demands that a test notices.
import { ensureBrowser } from './browser.mjs';
import { build, environment, install, node, root, run } from './workspace.mjs';

install();
build();
const env = environment({ CHROMIUM: ensureBrowser() });
const { status } = run(node(), [`${root}test/faults/run.ts`, ...process.argv.slice(2)], { env });
process.exitCode = status ?? 1;
