// What the test programs report, in one form: for each file, how many of its tests passed, failed and were skipped, and
// which failed and why.
import { relative } from 'node:path';
import { root } from './workspace.mjs';

/** The beginning of an error, line by line, without colors and empty lines. */
const beginningOf = (error = '') => {
  // oxlint-disable-next-line no-control-regex -- colors are written as control characters
  const plain = error.replaceAll(/\u001B\[[\d;]*m/gu, '');
  const lines = plain.split('\n').map((line) => line.trim());
  return lines.filter(Boolean).slice(0, errorLinesMax);
};
const errorLinesMax = 8;

/** @param file the test file, from the root; absent for what is no file and can't be run again by itself */
export const outcome = ({ file, passed = 0, skipped = 0, failures = [] }) => ({
  ...(file ? { file } : {}),
  passed,
  failed: failures.length,
  skipped,
  failures: failures.map(({ title, error }) => ({ title, error: beginningOf(error) })),
});

const fromJest = ({ testResults }) =>
  testResults.map(({ name, status, message, assertionResults }) => {
    const having = (...statuses) => assertionResults.filter((result) => statuses.includes(result.status));
    const failures = having('failed').map(({ fullName, failureMessages }) => ({
      title: fullName,
      error: failureMessages[0],
    }));
    const whole = failures.length === 0 && status === 'failed' ? [{ title: 'the whole file', error: message }] : [];
    return outcome({
      file: relative(root, name),
      passed: having('passed').length,
      skipped: having('pending', 'skipped').length,
      failures: [...failures, ...whole],
    });
  });

/** A test that ran out of time has two errors: that it did, and which step it was waiting in. */
const playwrightError = ({ message = '', location }) =>
  location ? `${relative(root, location.file)}:${location.line}: ${message}` : message;

const specsOf = ({ suites = [], specs = [] }) => [...specs, ...suites.flatMap(specsOf)];

const fromPlaywright = ({ config, suites, errors }) => {
  const specs = suites.flatMap(specsOf);
  const files = [...new Set(specs.map(({ file }) => file))];
  const outside = errors.map((error) => ({ title: 'outside of any test', error: playwrightError(error) }));
  return [
    ...files.map((file) => {
      const own = specs.filter((spec) => spec.file === file);
      const tests = own.flatMap((spec) => spec.tests.map((test) => ({ ...test, title: spec.title })));
      const having = (status) => tests.filter((test) => test.status === status);
      return outcome({
        file: relative(root, `${config.rootDir}/${file}`),
        passed: having('expected').length,
        skipped: having('skipped').length,
        failures: having('unexpected').map(({ title, results }) => ({
          title,
          error: results.flatMap((result) => result.errors.map(playwrightError)).join('\n'),
        })),
      });
    }),
    ...(outside.length > 0 ? [outcome({ failures: outside })] : []),
  ];
};

const fromRel = ({ results }) =>
  Object.values(results).map(({ title, verdict, problems }) =>
    outcome({
      passed: verdict === 'holds' ? 1 : 0,
      skipped: verdict === 'skipped' ? 1 : 0,
      failures: verdict === 'BROKEN' ? [{ title, error: problems.join('\n') }] : [],
    }),
  );

/** By the program that wrote the report: the outcomes in it. */
export const outcomesIn = { jest: fromJest, vitest: fromJest, playwright: fromPlaywright, rel: fromRel };

/** @returns how many tests of these outcomes passed, failed and were skipped */
export const countOf = (outcomes) => {
  const sum = (what) => outcomes.reduce((total, each) => total + each[what], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
};
