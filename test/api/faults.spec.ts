import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allFaults } from '../faults/all.ts';
import type { Fault } from '../faults/fault.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

it('the line that each fault of `npm run faults` changes is in today’s code exactly once: otherwise none of them would be tried', () => {
  const timesIn = (text: string, right: string) => text.split(right).length - 1;
  const lost = allFaults.filter(({ file, right }) => timesIn(readFileSync(`${root}${file}`, 'utf8'), right) !== 1);
  expect(lost.map(({ name, file }) => `${name}: ${file}`)).toEqual([]);
});

it('the tests that should notice each fault exist, by their files and titles', () => {
  const files = ['apps', 'libs', 'test']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    )
    .filter((file) => /[.](spec|test|timing|journey|contract)[.]tsx?$/.test(file) && !file.includes('node_modules'));
  // A title may be that of a contract that the file runs.
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  const isThere = ({ tests, titled = '' }: Fault) =>
    files.some((file) => file.replaceAll('\\', '/').includes(tests)) && new RegExp(titled).test(texts);
  expect(allFaults.filter((fault) => !isThere(fault)).map(({ name }) => name)).toEqual([]);
});
