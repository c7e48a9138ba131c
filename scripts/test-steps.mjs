// The steps of `npm test` and `npm run test:full`: what each one runs, and how many of its tests passed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { constants, freemem, setPriority, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { ensureEngines } from './engines.mjs';
import { environment, node, root } from './workspace.mjs';

/** No step takes this long unless it hangs. */
const stepMaxMs = 60 * 60 * 1_000;
/**
 * The priority of a check that runs alongside the suites: as low as the product's own image processing, which tests
 * wait for.
 */
const checkPriority = constants.priority.PRIORITY_BELOW_NORMAL;

/**
 * Runs a program to its end. With `beside`, other programs run at the same time, so its output is captured and returned
 * as a whole.
 * @returns whether it succeeded within its time
 */
const execute = async (command, args, { cwd = root, env = {}, beside = false, isLowPriority = false } = {}) => {
  const stdio = ['ignore', beside ? 'pipe' : 'inherit', beside ? 'pipe' : 'inherit'];
  const child = spawn(command, args, { cwd, stdio, env: environment(env), timeout: stepMaxMs });
  if (isLowPriority && child.pid) setPriority(child.pid, checkPriority);
  let printed = '';
  for (const stream of beside ? [child.stdout, child.stderr] : []) stream.on('data', (text) => (printed += text));
  const [status] = await once(child, 'close');
  return { isOk: status === 0, printed };
};

const oneOf = (isOk) => ({ passed: isOk ? 1 : 0, failed: isOk ? 0 : 1 });

/** A failed test as the end of a run names it: the file, the test and how its error begins, without colors. */
const failureLine = (file, title, error = '') => {
  // oxlint-disable-next-line no-control-regex -- colors are written as control characters
  const plain = error.replaceAll(/\u001B\[[\d;]*m/gu, '');
  const lines = plain.split('\n').map((line) => line.trim());
  return [`${file}: ${title}`, ...lines.filter(Boolean).slice(0, failureLinesMax)].join('\n    ');
};
const failureLinesMax = 8;

const jestFailures = ({ testResults }) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [failureLine(file, 'the whole file', message)];
    return failed.map(({ fullName, failureMessages }) => failureLine(file, fullName, failureMessages[0]));
  });

/** A test that ran out of time has two errors: that it did, and which step it was waiting in. */
const playwrightError = ({ message = '', location }) =>
  location ? `${relative(root, location.file)}:${location.line}: ${message}` : message;

const playwrightFailures = ({ suites = [], specs = [] }) => [
  ...suites.flatMap(playwrightFailures),
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const [first] = tests.flatMap(({ results }) => results.filter(({ errors }) => errors.length > 0));
      return failureLine(file, title, (first?.errors ?? []).map(playwrightError).join('\n'));
    }),
];

const counted = {
  jest: (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests + (report.numRuntimeErrorTestSuites ?? 0),
    skipped: report.numPendingTests,
    failures: jestFailures(report),
  }),
  playwright: (report) => ({
    passed: report.stats.expected,
    failed: report.stats.unexpected + report.stats.flaky,
    skipped: report.stats.skipped,
    failures: playwrightFailures(report),
  }),
  rel: ({ results }) => {
    const having = (verdict) => Object.values(results).filter((part) => part.verdict === verdict).length;
    return { passed: having('holds'), failed: having('BROKEN'), skipped: having('skipped') };
  },
};
counted.vitest = counted.jest;

const memoryDisk = '/dev/shm';
/** Far more than the products of one step keep at the same time. */
const memoryDiskMinBytes = 8 * 2 ** 30;
/**
 * Where tests keep their temporary data. On a disk, syncing each product's first 20 MB and each of its sales takes
 * time.
 */
const scratch = () => {
  if (!existsSync(memoryDisk) || freemem() < memoryDiskMinBytes) return tmpdir();
  const { bavail, bsize } = statfsSync(memoryDisk);
  return bavail * bsize < memoryDiskMinBytes ? tmpdir() : memoryDisk;
};

/** Tries again if a killed test is still writing there; what can't be removed stays. */
const removeFolder = (folder) => {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    console.error(`${folder} could not be removed: ${error.message}`);
  }
};

/**
 * Runs a test program that writes its report to a file. A program that crashed, or that exited with an error but
 * reports no failure, counts as one failure.
 * @param run also receives a folder for what the tests write; in a full run it is on a disk
 */
const withReport = async (format, run, { isFull = false } = {}) => {
  const folder = mkdtempSync(join(isFull ? tmpdir() : scratch(), 'tessera-test-'));
  const file = join(folder, 'report.json');
  const cleanUp = () => removeFolder(folder);
  process.once('exit', cleanUp);
  try {
    const { isOk, printed } = await run(file, { TMPDIR: folder });
    const counts = existsSync(file) ? counted[format](JSON.parse(readFileSync(file, 'utf8'))) : oneOf(false);
    return { ...counts, failed: isOk ? counts.failed : Math.max(1, counts.failed), printed };
  } finally {
    process.off('exit', cleanUp);
    cleanUp();
  }
};

const npmScript =
  (script) =>
  async ({ beside, isLowPriority }) => {
    const { isOk, printed } = await execute('npm', ['run', '--silent', script], { beside, isLowPriority });
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
/** The external engines are tested in full runs only: building them takes minutes. */
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

/** The purchase journey again, unchanged, with several nodes on the external engines behind a balancer. */
const journeysOnNodes = (options) => {
  const found = enginesOf(options);
  const missing = ['FERRETDB', 'VERSITYGW', 'REDIS_SERVER'].filter((variable) => !found[variable]);
  if (missing.length === 0) return playwright(options, { ...found, SHAPE: 'nodes' }, 'purchase');
  console.log(`Skipped the journey on several nodes: there is no ${missing.join(', no ')}`);
  return { passed: 0, failed: 0, skipped: 1 };
};

/**
 * The contract, the faults and the recorded questions to a real server, on the server that is named; these need no
 * other real engine.
 */
const onEventStoreDb = (options) => {
  if (process.env.EVENTSTOREDB_TEST_URL)
    return jest({ ...options, isFull: false }, 'eventstoredb', '--runInBand', '--verbose');
  console.log('Skipped: EVENTSTOREDB_TEST_URL is not set; `api` has tested against the double');
  return { passed: 0, failed: 0, skipped: 1 };
};

const reliability = (options) =>
  withReport('rel', (file) =>
    execute(node(), [join(root, 'scripts/rel.mjs')], { ...options, env: { ...options.env, REL_REPORT: file } }),
  );

/** Run one after the other before the suites: what the suites need. */
export const preparations = [
  ['build', ownScript('build.mjs')],
  ['deploy', ownScript('check-deploy.mjs')],
];

/**
 * Run alongside the preparations and the suites, on the cores those leave idle; `web` is last, as it takes all of that.
 */
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

/** One after the other. The journeys mostly wait, so they come first, while there are checks to run in between. */
export const suites = [
  ['journeys', (options) => playwright(options, enginesOf(options))],
  ['api', (options) => jest(options)],
];

/** Only part of a full run. */
export const furtherSuites = [
  ['journeys on nodes', journeysOnNodes],
  ['eventstoredb', onEventStoreDb],
  ['reliability', reliability],
  ['faults', npmScript('faults')],
  ['mutation', npmScript('mutation')],
];

const onSource = ['eventstoredb'];
/** Steps that inspect or run the built product. */
const onTheBuilt = ['deploy', 'api', 'journeys', ...furtherSuites.map(([name]) => name)].filter(
  (name) => !onSource.includes(name),
);
export const needsBuild = (name) => onTheBuilt.includes(name);

/** The steps of `npm test -- quick`. */
export const quick = checks.map(([name]) => name);
