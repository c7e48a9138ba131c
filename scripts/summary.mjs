// What a run has shown: in full when `npm test` ends, and, run as a program, in ten lines when `.ci/run` does.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { flakyFilesKeptIn } from './second-try.mjs';
import { countOf, outcomesIn } from './test-reports.mjs';
import { root } from './workspace.mjs';

const reports = { tests: join(root, 'test-results/tests.json'), rel: join(root, 'test-results/rel.json') };

/** @param run its seed, the minutes it took, the results of its steps, and its flaky files */
export const writeReport = (run) => {
  mkdirSync(dirname(reports.tests), { recursive: true });
  writeFileSync(reports.tests, JSON.stringify(run));
};

const failuresIn = ({ name, outcomes }) =>
  outcomes.flatMap(({ file = name, failures }) => failures.map((failure) => ({ ...failure, file })));
const linesOf = ({ file, title, error }) => [`${file}: ${title}`, ...error.map((line) => `  ${line}`)];
const rowOf = ({ name, minutes, outcomes }) => {
  const { passed, failed, skipped } = countOf(outcomes);
  const cells = [minutes.toFixed(1), passed, failed, skipped].map((cell) => String(cell).padStart(9));
  return `${name.padEnd(20)}${cells.join('')}`;
};
const flakyTitle = ({ step, file, load, seed }) =>
  `Flaky: ${step}, ${file}, at a load of ${load}, with the seed ${seed}`;

/** @returns a table of the steps, then each flaky and each failed test with how its error begins */
export const fullText = ({ seed, minutes, results, flaky }) => {
  const paragraph = (title, lines) => ['', title, ...lines.map((line) => `  ${line}`)];
  return [
    `${'step'.padEnd(20)}  minutes   passed   failed  skipped`,
    ...results.map(rowOf),
    `all in ${minutes.toFixed(1)} minutes; seed ${seed}`,
    ...flaky.flatMap((each) =>
      paragraph(
        flakyTitle(each),
        each.failures.flatMap((failure) => linesOf({ ...failure, file: each.file })),
      ),
    ),
    ...(flaky.length > 0 ? [`What was flaky is kept in ${flakyFilesKeptIn}.`] : []),
    ...results
      .filter(({ outcomes }) => countOf(outcomes).failed > 0)
      .flatMap((result) => paragraph(`Failing: ${result.name}`, failuresIn(result).flatMap(linesOf))),
  ].join('\n');
};

export const totalText = (results) => {
  const { passed, failed } = countOf(results.flatMap(({ outcomes }) => outcomes));
  return `${passed} passed, ${failed} failed`;
};

const lineMax = 240;
const flakyLinesMax = 3;
const failureLinesMax = 5;

/** At most ten lines, of which the last is the total. */
const shortText = () => {
  const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);
  const [tests, rel] = [read(reports.tests), read(reports.rel)];
  if (!tests) return 'Nothing was tested.\n0 passed, 1 failed';
  const results = [...tests.results, ...(rel ? [relResult(rel)] : [])];
  const failures = results.flatMap(failuresIn);
  const cut = (line) => (line.length > lineMax ? `${line.slice(0, lineMax)}…` : line);
  return [
    results.map(({ name, minutes }) => `${name} ${minutes.toFixed(1)}`).join(', '),
    ...tests.flaky
      .slice(0, flakyLinesMax)
      .map((each) => cut([flakyTitle(each), each.failures[0].title, ...each.failures[0].error].join(' | '))),
    ...failures.slice(0, failureLinesMax).map((failure) => cut(`Failed: ${linesOf(failure).join(' | ')}`)),
    totalText(results),
  ].join('\n');
};

const relResult = ({ results }) => ({
  name: 'reliability',
  minutes: Object.values(results).reduce((sum, { seconds }) => sum + seconds, 0) / 60,
  outcomes: outcomesIn.rel({ results }),
});

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(`\n${shortText()}`);
