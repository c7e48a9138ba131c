// The servers for tests of the external engines: uses what is installed, and builds or installs the rest once.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { root } from './workspace.mjs';

// Not in node_modules, which a new lockfile would wipe: these take minutes to build.
const cache = join(root, '.cache');
const goPaths = ['go', '/usr/local/go/bin/go', '/usr/lib/go/bin/go'];
const redisPaths = ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server'];

/** Each finder returns either the program's path or the reason why there is none. */
const found = (path) => ({ path, why: null });
const missing = (why) => ({ path: null, why });

const isGo = (command) => spawnSync(command, ['version'], { stdio: 'ignore' }).status === 0;

const lastLineOf = ({ stderr, error }) => `${error?.message ?? stderr ?? ''}`.trim().split('\n').at(-1);

/** Builds from a copy of the module: `go install` asks for lists of versions, which some module mirrors don't serve. */
const buildGoProgram = (go, { name, module, version, files = {}, ...program }, path) => {
  const scratch = mkdtempSync(join(tmpdir(), `tessera-${name}-`));
  const source = join(scratch, 'source');
  try {
    const options = { cwd: scratch, encoding: 'utf8', maxBuffer: Infinity };
    const download = spawnSync(go, ['mod', 'download', '-json', `${module}@${version}`], options);
    if (download.status !== 0) return missing(`${module}@${version} could not be fetched: ${lastLineOf(download)}`);
    cpSync(JSON.parse(download.stdout).Dir, source, { recursive: true });
    // Go's module cache is read-only, and so is a copy of it.
    spawnSync('chmod', ['-R', 'u+w', source]);
    for (const [file, text] of Object.entries(files)) writeFileSync(join(source, file), text);
    const built = join(scratch, name);
    // Some modules contain a list of vendored packages, but not the packages.
    const args = ['build', '-mod=readonly', '-trimpath', '-buildvcs=false', '-o', built, program.package];
    const build = spawnSync(go, args, { ...options, cwd: source, env: { ...process.env, CGO_ENABLED: '0' } });
    if (build.status !== 0) return missing(`${module}@${version} could not be built: ${lastLineOf(build)}`);
    mkdirSync(dirname(path), { recursive: true });
    // Copied to a temporary name first, so that a concurrent run never finds half a program.
    cpSync(built, `${path}.${process.pid}`);
    chmodSync(`${path}.${process.pid}`, 0o755);
    renameSync(`${path}.${process.pid}`, path);
    return found(path);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};

/**
 * Builds a program from a Go module once and keeps it. `package` is its folder in the module (`./cmd/name`); `files`
 * are generated files that the module's own build would have created first.
 */
export const ensureGoProgram = (program) => {
  const { name, version } = program;
  const path = join(cache, `${name}-${version}`, process.platform === 'win32' ? `${name}.exe` : name);
  if (existsSync(path)) return found(path);
  const go = goPaths.find(isGo);
  if (!go) return missing('there is no Go to build one with');
  console.log(`Building ${name} ${version} for the tests (once) …`);
  return buildGoProgram(go, program, path);
};

export const ensureFerretDb = () => {
  if (process.env.FERRETDB) return found(process.env.FERRETDB);
  const version = 'v1.24.2';
  return ensureGoProgram({
    name: 'ferretdb',
    module: 'github.com/FerretDB/FerretDB',
    version,
    package: './cmd/ferretdb',
    files: { 'build/version/version.txt': version },
  });
};

export const ensureVersitygw = () => {
  if (process.env.VERSITYGW) return found(process.env.VERSITYGW);
  return ensureGoProgram({
    name: 'versitygw',
    module: 'github.com/versity/versitygw',
    version: 'v1.8.0',
    package: './cmd/versitygw',
  });
};

export const ensureStripeMock = () => {
  if (process.env.STRIPE_MOCK) return found(process.env.STRIPE_MOCK);
  return ensureGoProgram({
    name: 'stripe-mock',
    module: 'github.com/stripe/stripe-mock',
    version: 'v0.203.0',
    package: '.',
  });
};

export const ensureCaddy = () => {
  if (process.env.CADDY) return found(process.env.CADDY);
  // The same version as in the Dockerfile.
  return ensureGoProgram({
    name: 'caddy',
    module: 'github.com/caddyserver/caddy/v2',
    version: 'v2.11.4',
    package: './cmd/caddy',
  });
};

/** A program that is installed on the machine, or installed from its package if this process is allowed to. */
const ensureInstalled = (program, given, paths) => {
  const find = () => given ?? paths.find((path) => existsSync(path));
  if (find()) return found(find());
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return missing(`there is no ${program}`);
  console.log(`Installing ${program} for the tests …`);
  const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '-qq'], quiet);
  // Without recommended packages, which may include a service: the tests start their own servers.
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', program], quiet);
  return find() ? found(find()) : missing(`${program} could not be installed`);
};

export const ensureRedis = () => ensureInstalled('redis-server', process.env.REDIS_SERVER, redisPaths);

export const ensureFfmpeg = () => {
  const inPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'ffmpeg'));
  return ensureInstalled('ffmpeg', process.env.FFMPEG, [...inPath, '/usr/bin/ffmpeg']);
};

const notTested = [];
/** The engines that `ensureEngines` did not find, each with the reason. */
export const missingEngines = () => notTested;

/**
 * Prints which server stands in for each external engine. Returns the environment variables by which the tests find
 * them.
 */
export const ensureEngines = () => {
  const env = {};
  const report = (engine, variable, server, { path, why }) => {
    if (path) {
      console.log(`${engine}: tested on ${server} (${path})`);
      env[variable] = path;
    } else {
      notTested.push(`${engine}: not tested, as ${why}`);
      console.log(notTested.at(-1));
    }
  };
  const eventStore = process.env.EVENTSTOREDB_TEST_URL
    ? 'the server of EVENTSTOREDB_TEST_URL'
    : 'a protocol-level double';
  console.log(`EventStoreDB: tested on ${eventStore}`);
  if (process.env.MONGODB_TEST_URL) console.log('MongoDB: tested on the server of MONGODB_TEST_URL');
  report(process.env.MONGODB_TEST_URL ? 'MongoDB away' : 'MongoDB', 'FERRETDB', 'FerretDB', ensureFerretDb());
  report('S3', 'VERSITYGW', 'versitygw', ensureVersitygw());
  report('Stripe', 'STRIPE_MOCK', 'stripe-mock', ensureStripeMock());
  report('The bundled proxy', 'CADDY', 'Caddy', ensureCaddy());
  report('Redis', 'REDIS_SERVER', 'redis-server', ensureRedis());
  report('Videos', 'FFMPEG', 'ffmpeg', ensureFfmpeg());
  return env;
};
