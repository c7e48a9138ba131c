// The results of `npm run test:full`, step by step: in .cache for the next run, in docs/reliability.md for readers.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { missingEngines } from './engines.mjs';
import { countOf } from './test-reports.mjs';
import { node, root, run } from './workspace.mjs';

const file = join(root, '.cache/full-run.json');
const document = join(root, 'docs/reliability.md');
const [begin, end] = ['<!-- the record of test:full begins -->', '<!-- the record of test:full ends -->'];

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
/** A trailing + means uncommitted changes; changes to the record itself don't count. */
const commit = () => {
  const changed = git('status', '--porcelain', '--', '.', ':!docs/reliability.md');
  return `${git('rev-parse', '--short', 'HEAD')}${changed === '' ? '' : '+'}`;
};
const machine = () =>
  `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}, Node ${process.version}`;

const read = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/** Whether a step has passed at exactly this commit. */
export const hasPassed = (name) => {
  const known = read()[name];
  return known !== undefined && known.failed === 0 && known.commit === commit() && !known.commit.endsWith('+');
};

const cells = ['step', 'commit', 'date', 'minutes', 'passed', 'failed', 'skipped, and why', 'machine'];
const rowOf = (values) => `| ${values.join(' | ')} |`;
const tableOf = (steps) => [
  rowOf(cells),
  rowOf(cells.map(() => '---')),
  ...Object.entries(steps).map(([name, step]) =>
    rowOf([
      name,
      step.commit,
      step.date,
      step.minutes.toFixed(1),
      step.passed,
      step.failed,
      step.skipped === 0 ? '0' : `${step.skipped}: ${step.why}`,
      step.machine,
    ]),
  ),
];

export const record = ({ name, outcomes, minutes }) => {
  const { passed, failed, skipped } = countOf(outcomes);
  const why = missingEngines().join('; ') || 'see what the step printed';
  const date = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
  const steps = {
    ...read(),
    [name]: { commit: commit(), date, minutes, passed, failed, skipped, why, machine: machine() },
  };
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(file, JSON.stringify(steps, null, 2));
  const text = readFileSync(document, 'utf8');
  const [before, after] = [text.indexOf(begin) + begin.length, text.indexOf(end)];
  writeFileSync(document, `${text.slice(0, before)}\n\n${tableOf(steps).join('\n')}\n\n${text.slice(after)}`);
  run(node(), [join(root, 'node_modules/oxfmt/bin/oxfmt'), document]);
};
