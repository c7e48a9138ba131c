// `npm run ledger`: which rows of the requirements ledger are proven, by area. Fails if a row should be proven and
// isn't.
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { faultsOf, isPlanned, rowsNamedIn } from '../test/support/ledger.ts';
import { root } from './workspace.mjs';

/** Areas and rows of planned work: what isn't built yet has no tests. */
const planned = [
  ...['PERF', 'OPS', 'TRU', 'TST-06'],
  ...['HOU-01', 'HOU-02', 'HOU-03', 'HOU-04', 'HOU-07', 'HOU-09', 'HOU-10', 'HOU-11', 'HOU-13'],
];

/** Rows that a document proves, because there is nothing to run. */
const documents = {
  'ADM-15': 'docs/decisions/0015-no-administration-of-the-backend-over-the-wire.md',
  'SEC-18': 'docs/security.md',
};

/** Rows of which one, read by itself, asks for what the other excludes, all settled by one decision. */
const contradictions = [
  ['AUTH-28', 'SEC-07'],
  ['AUTH-44', 'SEC-07'],
  ['RESET-15', 'SEC-07'],
  ['RESET-16', 'SEC-07'],
  ['MKT-09', 'GAL-03'],
  ['MKT-31', 'GAL-05'],
  ['CHK-34', 'CHK-39'],
  ['UP-36', 'GAL-14'],
  ['UP-37', 'GAL-14'],
  ['UP-41', 'UP-75'],
  ['UP-42', 'UP-75'],
  ['UP-57', 'GAL-14'],
  ['MEDIA-13', 'MEDIA-14'],
  ['MEDIA-25', 'PROD-20'],
  ['CONST-03', 'PROD-17'],
].map((rows) => ({ rows, settledBy: 'docs/decisions/0066-rows-that-contradict-each-other.md' }));

const testFile = /[.](spec|test|journey|contract|timing)[.]tsx?$/;
const isGenerated = /(^|[/\\])(node_modules|dist|[.][^/\\]+)([/\\]|$)/;
const read = (file) => readFileSync(join(root, file), 'utf8');

const testFiles = ['apps', 'libs', 'test'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && testFile.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !isGenerated.test(file)),
);
const named = new Set(testFiles.flatMap((file) => [...rowsNamedIn(file, read(file))]));

const rows = read('docs/requirements.tsv')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .map(([id, area, , kind]) => ({ id, area, kind }));

const print = (name, some) => {
  const count = some.filter(({ id }) => named.has(id) || id in documents).length;
  const percent = Math.round((100 * count) / some.length);
  console.log(`${name.padEnd(10)}${String(count).padStart(4)} / ${String(some.length).padEnd(4)} ${percent} %`);
};

console.log('area      named / rows');
for (const area of new Set(rows.map((row) => row.area))) {
  print(
    area,
    rows.filter((row) => row.area === area),
  );
}
print(
  'built',
  rows.filter((row) => !isPlanned(row, planned)),
);
print('all', rows);

const faults = faultsOf(rows, { named, documents, planned, contradictions }, read);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
