// `npm run rel`: tries to break the promises of docs/reliability.md, on the built product running as a process.
import { build, install, node, root, run } from './workspace.mjs';

install();
build();
const { status } = run(node(), [
  '--conditions=source',
  '--disable-warning=ExperimentalWarning',
  `${root}test/rel/run.ts`,
  ...process.argv.slice(2),
]);
process.exitCode = status ?? 1;
