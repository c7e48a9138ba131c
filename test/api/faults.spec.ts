import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { allFaults } from '../faults/all.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

it('the line that each fault of `npm run faults` changes is in today’s code exactly once: otherwise none of them would be tried', () => {
  const timesIn = (text: string, right: string) => text.split(right).length - 1;
  const lost = allFaults.filter(({ file, right }) => timesIn(readFileSync(`${root}${file}`, 'utf8'), right) !== 1);
  expect(lost.map(({ name, file }) => `${name}: ${file}`)).toEqual([]);
});
