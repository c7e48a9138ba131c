import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../../test-results/faults.json', import.meta.url));

const recorded = (): Record<string, unknown> => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  } catch {
    return {};
  }
};

/** Saves a test's measurements, merged with those of other tests, in `test-results/faults.json`. */
export const record = (name: string, figures: Readonly<Record<string, number | string>>) => {
  mkdirSync(dirname(file), { recursive: true });
  const written = `${file}.${process.pid}`;
  writeFileSync(written, `${JSON.stringify({ ...recorded(), [name]: figures }, null, 2)}\n`);
  renameSync(written, file);
};
