// `npm test`: installs what the tests need (including a browser), runs every check and test, and ends with the totals.
// `npm test -- quick` leaves out what needs a running product; `npm test -- api web` runs only the named steps. `npm
// run test:full` leaves nothing out and keeps a record in docs/reliability.md; with `--resume` it skips steps that have
// already passed at this commit. A test file that failed is run once more at the end, alone.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { hasPassed, record } from './full-record.mjs';
import { trySecond } from './second-try.mjs';
import { fullText, totalText, writeReport } from './summary.mjs';
import { countOf, outcome } from './test-reports.mjs';
import { checks, furtherSuites, needsBuild, preparations, quick, suites } from './test-steps.mjs';
import { install, root } from './workspace.mjs';

const given = process.argv.slice(2);
const isFull = given.includes('--full');
const names = given.filter((argument) => !argument.startsWith('--'));
const allSuites = isFull ? [...suites, ...furtherSuites] : suites;
const known = [...preparations, ...checks, ...allSuites].map(([name]) => name);
const wanted = names.length === 0 ? known : names.flatMap((name) => (name === 'quick' ? quick : [name]));
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no step "${unknown.join('", "')}". The steps are: ${known.join(', ')}`);
  process.exit(2);
}

/** What the samples are drawn by: usually the same, so that a run differs from the last only by what was changed. */
const usualSeed = 'tessera';
const isNewSeed = isFull || given.includes('--new-seed');
const seed = process.env.SEED ?? (isNewSeed ? randomUUID() : usualSeed);
const options = { isFull, env: { SEED: seed, TEST_TIER: isFull ? 'full' : 'usual' } };

/** Installs the machine's browser in parallel with everything else: neither needs the other. */
const installBrowser = () => {
  const child = spawn(process.execPath, [join(root, 'scripts/browser.mjs')], { stdio: 'ignore' });
  return once(child, 'close');
};

const results = [];
const minutesSince = (startedAt) => (performance.now() - startedAt) / 60_000;

const runStep = async ([name, step], how) => {
  if (!how.beside) console.log(`\n— ${name}`);
  const startedAt = performance.now();
  const { outcomes, printed = '' } = await step({ ...options, ...how });
  const result = { name, outcomes, minutes: minutesSince(startedAt), load: loadavg()[0].toFixed(1) };
  const isPassed = countOf(outcomes).failed === 0;
  if (how.beside) console.log(`\n— ${name}: ${isPassed ? 'passed' : 'FAILED'}\n${printed.trimEnd()}`);
  results.push(result);
  if (isFull) record(result);
};

const prepare = async (steps) => {
  for (const step of steps) await runStep(step, { beside: true });
};

/** Runs as many steps at a time as there are cores. */
const check = async (steps) => {
  const waiting = [...steps];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      await runStep(next, { beside: true, isLowPriority: true });
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
};

const isToRun = ([name]) =>
  (wanted.includes(name) || (name === 'build' && wanted.some(needsBuild))) &&
  !(given.includes('--resume') && hasPassed(name));

// An interrupted run must not leave files in memory either.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

console.log(`Seed: ${seed}. \`SEED=${seed} npm test\` draws the same samples again.`);
const startedAt = performance.now();
const needsBrowser = wanted.some((name) => name.startsWith('journeys'));
const browser = needsBrowser ? installBrowser() : null;
install();
await Promise.all([prepare(preparations.filter(isToRun)), check(checks.filter(isToRun)), browser]);
// Alone, so that each has all cores, and takes the same time in each run.
for (const suite of allSuites.filter(isToRun)) await runStep(suite, { beside: false });

const runAlone = async (name, file) => {
  console.log(`\n— ${name} once more: ${file}`);
  const [, step] = [...checks, ...allSuites].find(([known]) => known === name);
  return (await step({ ...options, only: file })).outcomes;
};
const { flaky, isTooFlaky } = await trySecond(results, { seed, runAlone });
const hasChanged = ({ name }) => flaky.some(({ step }) => step === name);
if (isFull) for (const result of results.filter(hasChanged)) record(result);
if (isTooFlaky) results.push({ name: 'flaky', minutes: 0, outcomes: [outcome({ failures: [{ title: 'too many' }] })] });

const run = { seed, minutes: minutesSince(startedAt), results, flaky };
writeReport(run);
console.log(`\n${fullText(run)}`);
const { failed, skipped } = countOf(results.flatMap(({ outcomes }) => outcomes));
if (skipped > 0) {
  const why = isFull ? 'what they need is not on this machine (see above)' : '`npm run test:full` runs them';
  console.log(`\n${skipped} skipped: ${why}`);
}
console.log(`\n${totalText(results)}`);
process.exitCode = failed > 0 ? 1 : 0;
