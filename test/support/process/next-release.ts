import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const packages = ['apps/api', 'libs/contract', 'libs/domain'];

/** What a release changes in a built file. */
export interface Changed {
  /** Relative to `libs/domain/dist`. */
  readonly file: string;
  readonly change: (before: string) => string;
}

/** A copy of the built product in which some lines are those of a later release. */
export const makeNextRelease = (changes: readonly Changed[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-next-'));
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@tessera'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@tessera') symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  for (const path of packages) {
    for (const part of ['dist', 'package.json']) {
      cpSync(join(root, path, part), join(folder, path, part), { recursive: true });
    }
  }
  for (const path of ['apps/web', 'apps/api/node_modules']) symlinkSync(join(root, path), join(folder, path));
  for (const name of ['contract', 'domain']) symlinkSync(join(folder, 'libs', name), join(modules, '@tessera', name));
  for (const { file, change } of changes) {
    const path = join(folder, 'libs/domain/dist', file);
    const before = readFileSync(path, 'utf8');
    const after = change(before);
    if (after === before) throw new Error(`Nothing was changed in ${file}`);
    writeFileSync(path, after);
  }
  return {
    main: join(folder, 'apps/api/dist/main.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
