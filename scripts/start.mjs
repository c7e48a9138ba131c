// `npm start`: from a fresh clone to a running product. `--demo` fills it and keeps it busy.
import { build, install, node, root, start } from './workspace.mjs';

install();
build();
const entry = process.argv.includes('--demo') ? 'test/demo/demo.ts' : 'apps/api/dist/main.js';
const server = start(node(), ['--enable-source-maps', `${root}${entry}`]);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => {
  process.exitCode = signal ? 0 : (code ?? 1);
});
