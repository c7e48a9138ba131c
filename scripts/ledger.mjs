// `npm run ledger`: how many rows of the requirements ledger are named by a test, by area.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

const testFile = /[.](spec|test|journey|contract)[.]tsx?$/;
const folders = ['apps', 'libs', 'test'];

const testFiles = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && testFile.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes('node_modules') && !file.includes('/dist/')),
);

/** Only the brackets that open a test's title count: `it('[CART-12] …')`, `[CHK-35, CHK-36] …`, `[CHK-07] [CHK-08] …`. */
const title = /\b(?:it|test)(?:\.\w+)?(?:\([^)]*\))?\(\s*['"`]((?:\[[^\]]+\]\s*)+)/g;
const named = new Set(
  testFiles.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(title)].flatMap((match) => match[1].match(/[A-Z]+-\d+/g) ?? []),
  ),
);

const rows = readFileSync(join(root, 'docs/requirements.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'));
const ids = new Set(rows.map(([id]) => id));
const areas = rows.reduce((map, row) => map.set(row[1], [...(map.get(row[1]) ?? []), row]), new Map());

let total = 0;
console.log('area      named / rows');
for (const [area, areaRows] of areas) {
  const count = areaRows.filter(([id]) => named.has(id)).length;
  total += count;
  console.log(
    `${area.padEnd(10)}${String(count).padStart(4)} / ${String(areaRows.length).padEnd(4)} ${Math.round((100 * count) / areaRows.length)} %`,
  );
}
console.log(
  `${'all'.padEnd(10)}${String(total).padStart(4)} / ${rows.length}  ${Math.round((100 * total) / rows.length)} %`,
);

const unknown = [...named].filter((id) => /^[A-Z]+-\d+$/.test(id) && !ids.has(id));
if (unknown.length > 0) {
  console.error(`Named by a test, but not in the ledger: ${unknown.join(', ')}`);
  process.exit(1);
}
