// `npm run bench`: the benchmarks, each beside its limit measured in the same run.
import { build, install, node, root, run } from './workspace.mjs';

install();
build();
// The benchmarks read the domain from its source, as they do the engines.
const { status } = run(node(), [
  '--conditions=source',
  '--disable-warning=ExperimentalWarning',
  `${root}test/bench/run.ts`,
]);
process.exitCode = status ?? 1;
