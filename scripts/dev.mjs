// `npm run dev`: watch mode. The API restarts when its build changes; Vite serves the web client at port 5173.
import { build, install, node, root, start } from './workspace.mjs';

install();
build();
const tsc = `${root}node_modules/.bin/tsc`;
const processes = [
  start(tsc, ['-p', 'libs/domain/tsconfig.build.json', '--watch', '--preserveWatchOutput']),
  start(tsc, ['-p', 'libs/contract/tsconfig.build.json', '--watch', '--preserveWatchOutput']),
  start(tsc, ['-p', 'apps/api/tsconfig.build.json', '--watch', '--preserveWatchOutput']),
  start(node(), ['--watch', '--enable-source-maps', `${root}apps/api/dist/main.js`]),
  start(node(), [`${root}node_modules/vite/bin/vite.js`], { cwd: `${root}apps/web` }),
];
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => processes.forEach((child) => child.kill(signal)));
