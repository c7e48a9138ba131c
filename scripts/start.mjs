// `npm start`: from a fresh clone to a running product. `--demo` fills it and keeps it busy.
import { build, install, node, root, start } from './workspace.mjs';

install();
build();
const demo = process.argv.includes('--demo');
const server = start(node(), ['--enable-source-maps', `${root}apps/api/dist/main.js`]);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
const demoProcess = demo ? start(node(), [`${root}scripts/demo.mjs`]) : null;
server.on('exit', (code, signal) => {
  demoProcess?.kill();
  process.exitCode = signal ? 0 : (code ?? 1);
});
