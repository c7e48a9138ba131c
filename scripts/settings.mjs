// `npm run settings`: generates the table of settings in docs/operations.md from their schema.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { aboutOf, settings } from '../apps/api/src/settings.ts';
import { root } from './workspace.mjs';

const file = join(root, 'docs/operations.md');
const written = /(<!-- `npm run settings` .*?-->\n\n).*?(?=\n\n)/s;

const rowOf = (name) => {
  const { expected, default: fallback, isSecret } = aboutOf(name);
  return `| \`${name}\`${isSecret ? ' *' : ''} | ${expected} | ${fallback} |`;
};

const formatOptions = JSON.parse(readFileSync(join(root, '.oxfmtrc.json'), 'utf8'));

/** The document as it is now, and as it should be. */
export const settingsDocument = async () => {
  const current = readFileSync(file, 'utf8');
  if (!written.test(current)) throw new Error(`${file} has no place for the table of settings`);
  const rows = ['| variable | value | default |', '| - | - | - |', ...Object.keys(settings.entries).map(rowOf)];
  const filled = current.replace(written, (_table, mark) => `${mark}${rows.join('\n')}`);
  return { current, expected: (await format(file, filled, formatOptions)).code };
};

if (import.meta.main) writeFileSync(file, (await settingsDocument()).expected);
