// The steps of `npm test` and `npm run test:full`: what each one runs, and what became of its tests. A step that runs test
// files takes `only`, one of these files, from the root, to run it alone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { constants, freemem, setPriority, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { ensureEngines } from './engines.mjs';
import { countOf, outcome, outcomesIn } from './test-reports.mjs';
import { environment, node, root } from './workspace.mjs';

/** No step takes this long unless it hangs. */
const stepMaxMs = 60 * 60 * 1_000;
/** The priority of a check that runs alongside the preparations, for which everything else waits. */
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

/** The outcome of a step that has no tests of its own. */
const oneOf = (isOk) => [outcome(isOk ? { passed: 1 } : { failures: [{ title: 'see what it printed' }] })];

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
 * Runs a test program that writes its report to a file. A program that exited with an error but reports no failure
 * counts as one failure.
 * @param run also receives a folder for what the tests write; in a full run it is on a disk
 */
const withReport = async (format, run, { isFull = false } = {}) => {
  const folder = mkdtempSync(join(isFull ? tmpdir() : scratch(), 'tessera-test-'));
  const file = join(folder, 'report.json');
  const cleanUp = () => removeFolder(folder);
  process.once('exit', cleanUp);
  try {
    const { isOk, printed } = await run(file, { TMPDIR: folder });
    const outcomes = existsSync(file) ? outcomesIn[format](JSON.parse(readFileSync(file, 'utf8'))) : [];
    const isUnreported = !isOk && countOf(outcomes).failed === 0;
    return { outcomes: isUnreported ? [...outcomes, ...oneOf(false)] : outcomes, printed };
  } finally {
    process.off('exit', cleanUp);
    cleanUp();
  }
};

const npmScript =
  (script) =>
  async ({ beside, isLowPriority }) => {
    const { isOk, printed } = await execute('npm', ['run', '--silent', script], { beside, isLowPriority });
    return { outcomes: oneOf(isOk), printed };
  };

const ownScript = (script) => async (options) => {
  const { isOk, printed } = await execute(node(), [join(root, 'scripts', script)], options);
  return { outcomes: oneOf(isOk), printed };
};

const vitest = (folder) => (options) =>
  withReport('vitest', (file) => {
    const program = join(root, 'node_modules/vitest/vitest.mjs');
    const which = options.only ? [relative(folder, options.only)] : [];
    const args = [program, 'run', ...which, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    return execute(node(), args, { ...options, cwd: join(root, folder) });
  });

const noEngines = { FERRETDB: '', VERSITYGW: '', STRIPE_MOCK: '', CADDY: '', REDIS_SERVER: '', FFMPEG: '' };
let engines = null;
/** The external engines are tested in full runs only: building them takes minutes. */
const enginesOf = ({ isFull }) => (isFull ? (engines ??= ensureEngines()) : noEngines);

const jest = (options, ...all) =>
  withReport(
    'jest',
    (file, written) => {
      const which = options.only ? ['--runInBand', '--runTestsByPath', join(root, options.only)] : all;
      // Most code of a test file runs too rarely for V8's optimizing compiler to pay off.
      const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', '--no-opt'];
      const args = [...flags, join(root, 'node_modules/jest/bin/jest.js'), ...which, '--json', `--outputFile=${file}`];
      return execute(node(), args, {
        ...options,
        cwd: join(root, 'apps/api'),
        env: { ...options.env, ...written, ...enginesOf(options) },
      });
    },
    options,
  );

const alone = ['--runInBand'];
const timings = ['--testMatch', '**/*.timing.ts'];
const specsAndTimings = ['--testMatch', '**/*.{spec,timing}.ts'];

const keptJourneys = { PLAYWRIGHT_TRANSFORM_CACHE_DIR: join(root, 'node_modules/.cache/journeys') };
const playwright = (options, env = {}, ...all) =>
  withReport(
    'playwright',
    (file, written) => {
      const which = options.only ? [relative('test', options.only), '--output=../test-results/journeys-again'] : all;
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
  return { outcomes: [outcome({ skipped: 1 })] };
};

/**
 * The contract, the faults and the recorded questions to a real server, on the server that is named; these need no
 * other real engine.
 */
const onEventStoreDb = (options) => {
  if (process.env.EVENTSTOREDB_TEST_URL)
    return jest({ ...options, isFull: false }, 'eventstoredb', ...alone, ...specsAndTimings, '--verbose');
  console.log('Skipped: EVENTSTOREDB_TEST_URL is not set; `api` has tested against the double');
  return { outcomes: [outcome({ skipped: 1 })] };
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

/** Run alongside the preparations. */
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
];

/** One after the other, each with all cores. */
export const suites = [
  ['web', vitest('apps/web')],
  ['journeys', (options) => playwright(options, enginesOf(options))],
  ['api', (options) => jest(options)],
  ['timing', (options) => jest(options, ...alone, ...timings)],
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
const onTheBuilt = ['deploy', 'api', 'timing', 'journeys', ...furtherSuites.map(([name]) => name)].filter(
  (name) => !onSource.includes(name),
);
export const needsBuild = (name) => onTheBuilt.includes(name);

/** The steps of `npm test -- quick`. */
export const quick = [...checks.map(([name]) => name), 'web'];
