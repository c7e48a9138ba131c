// `npm run bench`: the benchmarks, each next to its limit measured in the same run. `npm run bench -- eventstoredb` compares
// the engine with the bare official client, on the server at EVENTSTOREDB_TEST_URL or on the double; `npm run bench --
// shape` measures several nodes on the external engines.
import { existsSync } from 'node:fs';
import { ensureEngines } from './engines.mjs';
import { build, environment, install, node, root, run } from './workspace.mjs';

const [part] = process.argv.slice(2);
const program = `test/bench/${part ? `${part}.bench` : 'run'}.ts`;
if (!existsSync(`${root}${program}`)) {
  console.error(`There is no benchmark "${part}": see test/bench`);
  process.exit(2);
}
install();
build();
// The benchmarks import the domain from source, like the engines.
const env = environment(part === 'shape' ? ensureEngines() : {});
const args = ['--conditions=source', '--disable-warning=ExperimentalWarning', `${root}${program}`];
const { status } = run(node(), args, { env });
process.exitCode = status ?? 1;
