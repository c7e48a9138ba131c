// `npm run migrate-events -- --from sqlite:DATA_DIR --to esdb://…`: moves a shop's log, and its vault, to other engines.
import { build, install, node, root, start } from './workspace.mjs';

install();
build();
const main = `${root}apps/api/dist/migrate/main.js`;
const migration = start(node(), ['--enable-source-maps', main, ...process.argv.slice(2)]);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => migration.kill(signal));
migration.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
