// `npm start`: from a fresh clone to a running product. `--demo` fills it with data and keeps it busy.
import { readFileSync } from 'node:fs';
import { build, environment, install, node, root, start } from './workspace.mjs';

install();
build();
/**
 * Memory settings. V8's young generation takes 25 MB at most instead of 50; the old one is collected when it reaches
 * 1.4 times what was in use after the last collection, instead of up to four times. By default glibc keeps freed memory
 * in up to eight separate arenas per core. The tests start the product with the same settings, and the deploy check
 * compares the image with them.
 */
const { flags, environment: memory } = JSON.parse(readFileSync(`${root}scripts/product-process.json`, 'utf8'));
const entry = process.argv.includes('--demo')
  ? ['--import', `${root}test/demo/told-time.ts`, `${root}test/demo/demo.ts`]
  : [`${root}apps/api/bundle/main.js`];
// Compiled code that is kept for the next start would stay in memory: 12 MB for a start that is 0.3 s faster.
const server = start(node(), [...flags, ...entry], { env: environment({ ...memory, NODE_COMPILE_CACHE: '' }) });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => {
  process.exitCode = signal ? 0 : (code ?? 1);
});
