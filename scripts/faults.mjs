// `npm run faults`: makes one line of the product wrong at a time, in a copy, and demands that a test sees it.
import { ensureBrowser } from './browser.mjs';
import { build, environment, install, node, root, run } from './workspace.mjs';

install();
build();
const env = environment({ CHROMIUM: ensureBrowser() });
const { status } = run(node(), [`${root}test/faults/run.ts`, ...process.argv.slice(2)], { env });
process.exitCode = status ?? 1;
