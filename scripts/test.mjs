// `npm test`: installs what the tests need (including a browser), runs every check and test, and ends with the totals.
// `npm test -- quick` leaves out what needs a running product; `npm test -- api web` runs only the named steps. `npm
// run test:full` leaves nothing out and keeps a record in docs/reliability.md; with `--resume` it skips steps that have
// already passed at this commit.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { hasPassed, record } from './full-record.mjs';
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

/** Different for each commit and each day, so that over time everything is tested. */
const newSeed = () => {
  const day = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
  try {
    return `${execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()}-${day}`;
  } catch {
    return day;
  }
};
const seed = process.env.SEED ?? newSeed();
const options = { isFull, env: { SEED: seed, TEST_TIER: isFull ? 'full' : 'usual' } };

/** Installs the machine's browser in parallel with everything else: neither needs the other. */
const installBrowser = () => {
  const child = spawn(process.execPath, [join(root, 'scripts/browser.mjs')], { stdio: 'ignore' });
  return once(child, 'close');
};

const results = [];
const minutesOf = (startedAt) => (performance.now() - startedAt) / 60_000;

let isSuiteShown = false;
const kept = [];
/** The live output of a suite is not interrupted: output of other steps is kept until the suite has ended. */
const say = (text) => (isSuiteShown ? kept.push(text) : console.log(text));

const runStep = async ([name, step], how) => {
  if (!how.beside) console.log(`\n— ${name}`);
  const startedAt = performance.now();
  const { passed, failed, skipped = 0, failures = [], printed = '' } = await step({ ...options, ...how });
  const result = { name, passed, failed, skipped, failures, minutes: minutesOf(startedAt) };
  if (how.beside) say(`\n— ${name}: ${failed === 0 ? 'passed' : 'FAILED'}\n${printed.trimEnd()}`);
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

const runSuite = async (suite) => {
  isSuiteShown = true;
  await runStep(suite, { beside: false });
  isSuiteShown = false;
  for (const text of kept.splice(0)) console.log(text);
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
const checked = check(checks.filter(isToRun));
await Promise.all([prepare(preparations.filter(isToRun)), browser]);
// A full run also measures times, so nothing may run alongside its suites.
if (isFull) await checked;
for (const suite of allSuites.filter(isToRun)) await runSuite(suite);
await checked;

const sumOf = (what) => results.reduce((sum, result) => sum + result[what], 0);
console.log('\nstep                 minutes   passed   failed  skipped');
for (const { name, minutes, passed, failed, skipped } of results) {
  const figures = [minutes.toFixed(1), passed, failed, skipped].map((figure) => String(figure).padStart(8));
  console.log(`${name.padEnd(20)}${figures.join(' ')}`);
}
console.log(`all in ${minutesOf(startedAt).toFixed(1)} minutes; seed ${seed}`);
for (const { name, failures } of results.filter(({ failed }) => failed > 0))
  console.log([`\nFailing: ${name}`, ...failures].join('\n  '));
if (sumOf('skipped') > 0) {
  const why = isFull ? 'what they need is not on this machine (see above)' : '`npm run test:full` runs them';
  console.log(`\n${sumOf('skipped')} skipped: ${why}`);
}
console.log(`\n${sumOf('passed')} passed, ${sumOf('failed')} failed`);
process.exitCode = sumOf('failed') > 0 ? 1 : 0;
