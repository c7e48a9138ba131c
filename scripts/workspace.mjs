// Shared by the start, test and bench scripts: installs when stale, builds what is stale, runs with the pinned Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, 'node_modules', '.cache');
const marks = join(cache, 'tessera');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** The pinned Node, or the machine's own if the platform has no package. */
export const node = () => {
  const pinned = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  return existsSync(pinned) ? pinned : process.execPath;
};

/**
 * The environment for child processes: `node` and the workspace's tools come first in PATH, and compiled code is
 * cached.
 */
export const environment = (extra = {}) => ({
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`,
  NODE_COMPILE_CACHE: join(cache, 'compiled'),
  ...extra,
});

export const run = (command, args, options = {}) =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit', env: environment(), ...options });

export const start = (command, args, options = {}) =>
  spawn(command, args, { cwd: root, stdio: 'inherit', env: environment(), ...options });

const filesOf = (path) => {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [full];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
};

/** A fingerprint of files by their contents, not by their times or by where the repository is. */
const fingerprint = (paths) => {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesOf))
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
};

const isFresh = (name, inputs, outputs) => {
  const mark = join(marks, name);
  if (!outputs.every((output) => existsSync(join(root, output))) || !existsSync(mark)) return false;
  return readFileSync(mark, 'utf8') === fingerprint(inputs);
};

const setMark = (name, inputs) => {
  const mark = join(marks, name);
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, fingerprint(inputs));
};

const fail = (what, status) => {
  console.error(`${what} failed.`);
  process.exit(status ?? 1);
};

export const install = () => {
  const inputs = ['package-lock.json', '.npmrc', 'scripts/ensure-node.mjs'];
  if (isFresh('install', inputs, ['node_modules/.package-lock.json'])) return;
  console.log('Installing what Tessera needs …');
  const done = spawnSync(npm, ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: 'inherit' });
  if (done.status !== 0) fail('npm ci', done.status);
  setMark('install', inputs);
};

const parts = [
  {
    name: 'domain',
    outputs: ['libs/domain/dist'],
    inputs: ['libs/domain/src', 'tsconfig.json', 'libs/domain/tsconfig.json', 'libs/domain/tsconfig.build.json'],
  },
  {
    name: 'contract',
    outputs: ['libs/contract/dist'],
    inputs: ['libs/contract/src', 'tsconfig.json', 'libs/contract/tsconfig.json', 'libs/contract/tsconfig.build.json'],
  },
  {
    name: 'api',
    outputs: ['apps/api/dist/main.js', 'apps/api/bundle/main.js'],
    inputs: [
      'apps/api/src',
      'apps/api/bundle.mjs',
      'libs/contract/src',
      'libs/domain/src',
      'package-lock.json',
      'tsconfig.json',
      'apps/api/tsconfig.json',
      'apps/api/tsconfig.build.json',
    ],
  },
  {
    name: 'web',
    outputs: ['apps/web/dist/index.html'],
    inputs: [
      'apps/web/src',
      'apps/web/public',
      'apps/web/index.html',
      'apps/web/vite.config.ts',
      'apps/web/merge-chunks.ts',
      'apps/web/prerender.mjs',
      'apps/web/package.json',
      'libs/contract/src',
      'libs/domain/src',
    ],
  },
];

export const build = () => {
  for (const { name, inputs, outputs } of parts) {
    if (isFresh(name, inputs, outputs)) continue;
    console.log(`Building ${name} …`);
    const done = run(npm, ['run', '--silent', 'build', '-w', `@tessera/${name}`]);
    if (done.status !== 0) fail(`The build of ${name}`, done.status);
    setMark(name, inputs);
  }
};
