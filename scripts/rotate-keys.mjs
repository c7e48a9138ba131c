// `npm run rotate-keys`: rewraps the keys in the vault with the current MASTER_KEY, while the shop is open.
import { build, install, node, root, start } from './workspace.mjs';

install();
build();
const main = `${root}apps/api/dist/rotate-keys.main.js`;
const rotation = start(node(), ['--enable-source-maps', main, ...process.argv.slice(2)]);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => rotation.kill(signal));
rotation.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
