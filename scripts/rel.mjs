// `npm run rel`: tries to break what docs/reliability.md promises, on the built product as a process.
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
