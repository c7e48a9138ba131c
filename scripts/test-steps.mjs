// The steps of `npm test` and `npm run test:full`: what each runs, and how many of its tests passed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { constants, freemem, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { ensureEngines } from './engines.mjs';
import { environment, node, root } from './workspace.mjs';

/** No step takes longer; one that does hangs. */
const stepMaxMs = 60 * 60 * 1_000;
/** Of a check beside the suites: as of the product's own work on pictures, which tests of the suites wait for. */
const checkPriority = constants.priority.PRIORITY_BELOW_NORMAL;

/**
 * Runs a program to its end. With `beside` others run at the same time: what it prints is kept, and shown as one piece.
 * @returns whether it ended well, within its time
 */
const execute = async (command, args, { cwd = root, env = {}, beside = false, isPatient = false } = {}) => {
  const stdio = ['ignore', beside ? 'pipe' : 'inherit', beside ? 'pipe' : 'inherit'];
  const child = spawn(command, args, { cwd, stdio, env: environment(env), timeout: stepMaxMs });
  if (isPatient && child.pid) setPriority(child.pid, checkPriority);
  let printed = '';
  for (const stream of beside ? [child.stdout, child.stderr] : []) stream.on('data', (text) => (printed += text));
  const [status] = await once(child, 'close');
  return { isOk: status === 0, printed };
};

const oneOf = (isOk) => ({ passed: isOk ? 1 : 0, failed: isOk ? 0 : 1 });

const counted = {
  jest: ({ numPassedTests, numFailedTests, numRuntimeErrorTestSuites = 0, numPendingTests }) => ({
    passed: numPassedTests,
    failed: numFailedTests + numRuntimeErrorTestSuites,
    skipped: numPendingTests,
  }),
  playwright: ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }),
  rel: ({ results }) => {
    const having = (verdict) => Object.values(results).filter((part) => part.verdict === verdict).length;
    return { passed: having('holds'), failed: having('BROKEN'), skipped: having('skipped') };
  },
};
counted.vitest = counted.jest;

const memoryDisk = '/dev/shm';
/** Far more than what the products of a step keep at the same time. */
const memoryDiskMinBytes = 8 * 2 ** 30;
/** Where tests keep what is gone with them: to sync each product's first 20 MB, and each of its sales, takes time. */
const scratch = () => {
  if (!existsSync(memoryDisk) || freemem() < memoryDiskMinBytes) return tmpdir();
  const { bavail, bsize } = statfsSync(memoryDisk);
  return bavail * bsize < memoryDiskMinBytes ? tmpdir() : memoryDisk;
};

/** What a test that was killed still holds there stays. */
const forget = (folder) => {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    console.error(`${folder} could not be removed: ${error.message}`);
  }
};

/**
 * Runs a test program that writes what it found to a file; one that died, or ended badly with no failure, counts as one.
 * @param run is also given a folder for what the tests write: in a full run a disk's
 */
const withReport = async (format, run, { isFull = false } = {}) => {
  const folder = mkdtempSync(join(isFull ? tmpdir() : scratch(), 'tessera-test-'));
  const file = join(folder, 'report.json');
  const leave = () => forget(folder);
  process.once('exit', leave);
  try {
    const { isOk, printed } = await run(file, { TMPDIR: folder });
    const counts = existsSync(file) ? counted[format](JSON.parse(readFileSync(file, 'utf8'))) : oneOf(false);
    return { ...counts, failed: isOk ? counts.failed : Math.max(1, counts.failed), printed };
  } finally {
    process.off('exit', leave);
    leave();
  }
};

const npmScript =
  (script) =>
  async ({ beside, isPatient }) => {
    const { isOk, printed } = await execute('npm', ['run', '--silent', script], { beside, isPatient });
    return { ...oneOf(isOk), printed };
  };

const ownScript = (script) => async (options) => {
  const { isOk, printed } = await execute(node(), [join(root, 'scripts', script)], options);
  return { ...oneOf(isOk), printed };
};

const vitest = (folder) => (options) =>
  withReport('vitest', (file) => {
    const program = join(root, 'node_modules/vitest/vitest.mjs');
    const args = [program, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    return execute(node(), args, { ...options, cwd: join(root, folder) });
  });

const noEngines = { FERRETDB: '', VERSITYGW: '', STRIPE_MOCK: '', CADDY: '', REDIS_SERVER: '', FFMPEG: '' };
let engines = null;
/** The outside engines are tested where nothing is left out: building them takes minutes. */
const enginesOf = ({ isFull }) => (isFull ? (engines ??= ensureEngines()) : noEngines);

const jest = (options, ...which) =>
  withReport(
    'jest',
    (file, written) => {
      const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
      const args = [...flags, join(root, 'node_modules/jest/bin/jest.js'), ...which, '--json', `--outputFile=${file}`];
      return execute(node(), args, {
        ...options,
        cwd: join(root, 'apps/api'),
        env: { ...options.env, ...written, ...enginesOf(options) },
      });
    },
    options,
  );

const keptJourneys = { PLAYWRIGHT_TRANSFORM_CACHE_DIR: join(root, 'node_modules/.cache/journeys') };
const playwright = (options, env = {}, ...which) =>
  withReport(
    'playwright',
    (file, written) => {
      const args = [join(root, 'node_modules/@playwright/test/cli.js'), 'test', ...which, '--reporter=list,json'];
      const browser = { CHROMIUM: ensureBrowser(), PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...keptJourneys };
      return execute(node(), args, {
        ...options,
        cwd: join(root, 'test'),
        env: { ...options.env, ...written, ...browser, ...env },
      });
    },
    options,
  );

/** The purchase once more, unchanged: several nodes on the outside engines, behind a balancer. */
const journeysOnNodes = (options) => {
  const found = enginesOf(options);
  const missing = ['FERRETDB', 'VERSITYGW', 'REDIS_SERVER'].filter((variable) => !found[variable]);
  if (missing.length === 0) return playwright(options, { ...found, SHAPE: 'nodes' }, 'purchase');
  console.log(`Skipped: no product of several nodes, as there is no ${missing.join(', no ')}`);
  return { passed: 0, failed: 0, skipped: 1 };
};

/** Contract, faults and what was asked of a real server, on the one that is named; they need nothing else that is real. */
const onEventStoreDb = (options) => {
  if (process.env.EVENTSTOREDB_TEST_URL)
    return jest({ ...options, isFull: false }, 'eventstoredb', '--runInBand', '--verbose');
  console.log('Skipped: EVENTSTOREDB_TEST_URL names no server; `api` has tried the double');
  return { passed: 0, failed: 0, skipped: 1 };
};

const reliability = (options) =>
  withReport('rel', (file) =>
    execute(node(), [join(root, 'scripts/rel.mjs')], { ...options, env: { ...options.env, REL_REPORT: file } }),
  );

/** One after the other, before the suites: what those run. */
export const preparations = [
  ['build', ownScript('build.mjs')],
  ['deploy', ownScript('check-deploy.mjs')],
];

/** Beside the preparations and the suites, in what those leave of the cores; `web` is last, as it takes all of that. */
export const checks = [
  ['lint', npmScript('lint')],
  ['format', npmScript('format:check')],
  ['types', npmScript('typecheck')],
  ['domain', vitest('libs/domain')],
  ['contract', vitest('libs/contract')],
  ['spelling', npmScript('spelling')],
  ['architecture', npmScript('arch')],
  ['dead code', npmScript('knip')],
  ['ledger', npmScript('ledger')],
  ['web', vitest('apps/web')],
];

/** Each takes all cores, but waits now and then for mails, processes and pauses. */
export const suites = [
  ['api', (options) => jest(options)],
  ['journeys', (options) => playwright(options, enginesOf(options))],
];

/** What only a full run does. */
export const furtherSuites = [
  ['journeys on nodes', journeysOnNodes],
  ['eventstoredb', onEventStoreDb],
  ['reliability', reliability],
  ['faults', npmScript('faults')],
  ['mutation', npmScript('mutation')],
];

const onSource = ['eventstoredb'];
/** What looks at the built product, or runs it. */
const onTheBuilt = ['deploy', 'api', 'journeys', ...furtherSuites.map(([name]) => name)].filter(
  (name) => !onSource.includes(name),
);
export const needsBuild = (name) => onTheBuilt.includes(name);

/** What `npm test -- quick` runs. */
export const quick = checks.map(([name]) => name);
