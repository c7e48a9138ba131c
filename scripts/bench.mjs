// `npm run bench`: the benchmarks, each beside its limit measured in the same run. `npm run bench -- eventstoredb` compares
// the engine with the official client alone, on the server of EVENTSTOREDB_TEST_URL or on the double.
import { existsSync } from 'node:fs';
import { build, install, node, root, run } from './workspace.mjs';

const [part] = process.argv.slice(2);
const program = `test/bench/${part ? `${part}.bench` : 'run'}.ts`;
if (!existsSync(`${root}${program}`)) {
  console.error(`There is no benchmark "${part}": see test/bench`);
  process.exit(2);
}
install();
build();
// The benchmarks read the domain from its source, as they do the engines.
const { status } = run(node(), ['--conditions=source', '--disable-warning=ExperimentalWarning', `${root}${program}`]);
process.exitCode = status ?? 1;
