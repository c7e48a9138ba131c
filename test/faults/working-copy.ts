import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const parts = ['libs/domain', 'libs/contract', 'apps/api', 'apps/web'];
const workspaces = [...parts, 'test'];
const scope = '@tessera';

/** The files that git tracks or would add, as they are now. */
const sources = () =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  })
    .split('\0')
    .filter((file) => /^(apps|libs|test|docs|scripts|package|tsconfig)/.test(file) && existsSync(join(root, file)));

/** Links each package separately, except those of this repository, which come from the copy. */
const linkPackages = (folder: string, to: string) => {
  if (!existsSync(folder)) return;
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(folder)) {
    const isKept = name === '.bin' || !name.startsWith('.');
    if (isKept && name !== scope) symlinkSync(join(folder, name), join(to, name));
  }
};

/** A copy of the working tree in which one thing at a time can be made wrong. Removed when the process ends. */
export class WorkingCopy {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'tessera-faults-')));

  constructor() {
    process.once('exit', () => rmSync(this.root, { recursive: true, force: true }));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
    for (const file of sources()) cpSync(join(root, file), join(this.root, file));
    for (const workspace of ['', ...workspaces]) {
      linkPackages(join(root, workspace, 'node_modules'), join(this.root, workspace, 'node_modules'));
    }
    mkdirSync(join(this.root, 'node_modules', scope));
    for (const workspace of workspaces) {
      const name = workspace.split('/').at(-1) ?? workspace;
      symlinkSync(join(this.root, workspace), join(this.root, 'node_modules', scope, name));
    }
    for (const part of parts) this.#copyBuild(part);
  }

  read(file: string) {
    return readFileSync(join(this.root, file), 'utf8');
  }

  /**
   * Does the work while the file has another text. With `isBuilt`, builds the part of the product that the file belongs
   * to.
   */
  async with<Result>(file: string, text: string, isBuilt: boolean, work: () => Promise<Result>): Promise<Result> {
    const before = this.read(file);
    const part = parts.find((each) => file.startsWith(`${each}/`)) ?? dirname(file);
    try {
      writeFileSync(join(this.root, file), text);
      if (isBuilt) this.#build(part);
      return await work();
    } finally {
      writeFileSync(join(this.root, file), before);
      if (isBuilt) this.#copyBuild(part);
    }
  }

  /** @throws if the compiler notices the fault, which proves nothing about the tests */
  #build(part: string) {
    const name = `${scope}/${part.split('/').at(-1)}`;
    const options = { cwd: this.root, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build', '-w', name], options);
    if (status !== 0) throw new Error(`it does not build: ${`${stdout}${stderr}`.trim().split('\n')[0]}`);
  }

  #copyBuild(part: string) {
    const built = join(this.root, part, 'dist');
    rmSync(built, { recursive: true, force: true });
    cpSync(join(root, part, 'dist'), built, { recursive: true });
  }
}
