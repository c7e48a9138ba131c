// `npm test`: installs what the tests need (a browser too), runs every check and test, and ends with the sum of them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { ensureEngines } from './engines.mjs';
import { build, environment, install, node, root, run } from './workspace.mjs';

const reports = mkdtempSync(join(tmpdir(), 'tessera-test-'));
const report = (name) => join(reports, `${name}.json`);
const read = (name) => (existsSync(report(name)) ? JSON.parse(readFileSync(report(name), 'utf8')) : null);

/** A suite that died before it could report is one failure, and so is one that exits badly with none counted. */
const settled = (status, counts) => {
  if (!counts) return { passed: 0, failed: 1 };
  return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
};

const jestLike = (json) =>
  json && {
    passed: json.numPassedTests,
    failed: json.numFailedTests + (json.numRuntimeErrorTestSuites ?? 0),
    skipped: json.numPendingTests,
  };
const playwrightLike = (json) =>
  json && {
    passed: json.stats.expected,
    failed: json.stats.unexpected + json.stats.flaky,
    skipped: json.stats.skipped,
  };

const npmRun =
  (script, ...args) =>
  () => ({ status: run('npm', ['run', '--silent', script, ...args]).status });
const check = (script) => () => {
  const { status } = npmRun(script)();
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
};

const vitest = (name, folder) => () => {
  const args = [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report(name)}`,
  ];
  const { status } = run(node(), args, { cwd: join(root, folder) });
  return settled(status, jestLike(read(name)));
};

let preparing = null;
/** Builds the servers of the engine tests while the first steps run: it takes minutes where nothing is cached. */
const prepareEngines = () => {
  const child = spawn(node(), [join(root, 'scripts/engines.mjs')], { stdio: 'ignore' });
  preparing = once(child, 'exit');
};

let engines = null;
const environmentOfEngines = async () => {
  await preparing;
  return (engines ??= ensureEngines());
};

const jest = async () => {
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const args = [...flags, join(root, 'node_modules/jest/bin/jest.js'), '--json', `--outputFile=${report('api')}`];
  const env = environment(await environmentOfEngines());
  const { status } = run(node(), args, { cwd: join(root, 'apps/api'), env });
  return settled(status, jestLike(read('api')));
};

const journeys = (name, extra = {}, ...which) => {
  const env = environment({ CHROMIUM: ensureBrowser(), PLAYWRIGHT_JSON_OUTPUT_FILE: report(name), ...extra });
  const args = [join(root, 'node_modules/@playwright/test/cli.js'), 'test', ...which, '--reporter=list,json'];
  const { status } = run(node(), args, { cwd: join(root, 'test'), env });
  return settled(status, playwrightLike(read(name)));
};

/** The purchase once more, unchanged: several nodes on the outside engines, behind a balancer. */
const journeysOnNodes = async () => {
  const found = await environmentOfEngines();
  const missing = ['FERRETDB', 'VERSITYGW', 'REDIS_SERVER'].filter((variable) => !found[variable]);
  if (missing.length === 0) return journeys('nodes', { ...found, SHAPE: 'nodes' }, 'purchase');
  console.log(`Skipped: no product of several nodes, as there is no ${missing.join(', no ')}`);
  return { passed: 0, failed: 0, skipped: 1 };
};

const deploy = () => {
  const { status } = run(node(), [join(root, 'scripts/check-deploy.mjs')]);
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
};

const steps = [
  ['format', check('format:check')],
  ['lint', check('lint')],
  ['types', check('typecheck')],
  ['architecture', check('arch')],
  ['dead code', check('knip')],
  ['ledger', check('ledger')],
  ['deploy', deploy],
  ['domain', vitest('domain', 'libs/domain')],
  ['web', vitest('web', 'apps/web')],
  ['api', jest],
  ['journeys', () => journeys('journeys')],
  ['journeys on nodes', journeysOnNodes],
];

install();
build();
const wanted = process.argv.slice(2);
const totals = { passed: 0, failed: 0, skipped: 0 };
const failing = [];
const isWanted = (name) => wanted.length === 0 || wanted.includes(name);
if (isWanted('api') || isWanted('journeys on nodes')) prepareEngines();
for (const [name, step] of steps) {
  if (!isWanted(name)) continue;
  console.log(`\n— ${name}`);
  const { passed, failed, skipped = 0 } = await step();
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
  if (failed > 0) failing.push(name);
}
rmSync(reports, { recursive: true, force: true });
if (failing.length > 0) console.log(`\nFailing: ${failing.join(', ')}`);
if (totals.skipped > 0) console.log(`\n${totals.skipped} skipped: what they need is not on this machine (see above)`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed > 0 ? 1 : 0;
