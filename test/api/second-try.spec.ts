import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const copied = ['scripts', 'docs/reliability.md', 'libs/contract/package.json', 'libs/contract/vitest.config.ts'];
const linked = ['package.json', 'package-lock.json', '.npmrc', '.oxfmtrc.json', 'tsconfig.json'];

/** When a planted test fails: at its first try, at every one, or at none. */
type Kind = 'flaky' | 'broken' | 'sound';

/** A test that notes the seed of each of its tries. */
const planted = (name: string, kind: Kind) => `
  import { appendFileSync, readFileSync } from 'node:fs';
  import { expect, test } from 'vitest';

  test('${name} is ${kind}', () => {
    appendFileSync('tries-of-${name}', process.env.SEED + '\\n');
    const tries = readFileSync('tries-of-${name}', 'utf8').trim().split('\\n').length;
    expect('${kind}' === 'broken' || ('${kind}' === 'flaky' && tries === 1)).toBe(false);
  });`;

/** A repository whose only tests are these, as tests of the contract. */
const repositoryWith = (tests: Readonly<Record<string, Kind>>) => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'tessera-second-try-'));
  for (const name of copied) fs.cpSync(join(root, name), join(folder, name), { recursive: true });
  // Each package by itself, so that nothing done to the copy's folder of packages reaches them.
  fs.mkdirSync(join(folder, 'node_modules'));
  const packages = fs.readdirSync(join(root, 'node_modules')).map((name) => `node_modules/${name}`);
  for (const name of [...linked, ...packages]) fs.symlinkSync(join(root, name), join(folder, name));
  const sources = join(folder, 'libs/contract/src');
  fs.mkdirSync(sources);
  for (const [name, kind] of Object.entries(tests))
    fs.writeFileSync(join(sources, `${name}.test.ts`), planted(name, kind));
  return folder;
};

let folder = '';
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder, stdio: 'pipe' });
/** A full run records its commit. */
const inGit = () => {
  git('init', '--quiet');
  git('add', 'scripts');
  git('commit', '--quiet', '--message', 'first');
};

afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const run = (script: string, ...args: readonly string[]) => {
  const { SEED: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'scripts', script), ...args], {
    encoding: 'utf8',
    env: { ...env, FORCE_COLOR: '0' },
  });
  const said = `${stdout}${stderr}`;
  return { status, said, lines: stdout.trim().split('\n'), seed: /^Seed: (.+?)[.] /m.exec(said)?.[1] };
};

const triesOf = (name: string) => {
  const file = join(folder, 'libs/contract', `tries-of-${name}`);
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split('\n') : [];
};

describe('a test file that fails', () => {
  it('[TST-01] is run once more, alone and with the same seed; if it passes, it is flaky, named and kept, and the run is green', () => {
    folder = repositoryWith({ apple: 'sound', banana: 'flaky' });
    const { status, said, lines, seed } = run('test.mjs', 'contract');
    expect(status).toBe(0);
    expect(lines.at(-1)).toBe('2 passed, 0 failed');
    expect(said).toMatch(
      /^Flaky: contract, libs\/contract\/src\/banana[.]test[.]ts, at a load of [\d.]+, with the seed /m,
    );
    expect(said).toContain('banana is flaky');
    expect(triesOf('banana')).toEqual([seed, seed]);
    expect(triesOf('apple')).toEqual([seed]);
    const kept = fs.readFileSync(join(folder, 'test-results/flaky.jsonl'), 'utf8').trim().split('\n');
    expect(kept.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        at: expect.any(String),
        step: 'contract',
        file: 'libs/contract/src/banana.test.ts',
        seed,
        load: expect.stringMatching(/^[\d.]+$/),
        failures: [
          { title: 'banana is flaky', error: expect.arrayContaining([expect.stringContaining('expected true')]) },
        ],
      },
    ]);
    expect(run('summary.mjs').lines).toEqual([
      expect.stringMatching(/^contract \d+[.]\d$/),
      expect.stringMatching(/^Flaky: contract, .*banana[.]test[.]ts, .* banana is flaky .*expected true/),
      '2 passed, 0 failed',
    ]);
  });

  it('[TST-01] twice is red, and the end names it with the beginning of its error', () => {
    folder = repositoryWith({ apple: 'sound', banana: 'broken' });
    const { status, said, lines } = run('test.mjs', 'contract');
    expect(status).toBe(1);
    expect(lines.at(-1)).toBe('1 passed, 1 failed');
    expect(said).not.toContain('Flaky');
    expect(triesOf('banana')).toHaveLength(2);
    expect(run('summary.mjs').lines).toEqual([
      expect.stringMatching(/^contract \d+[.]\d$/),
      expect.stringMatching(/^Failed: libs\/contract\/src\/banana[.]test[.]ts: banana is broken [|] .*expected true/),
      '1 passed, 1 failed',
    ]);
  });

  it('[TST-01] is still flaky with two others, but four flaky files are red', () => {
    folder = repositoryWith({ apple: 'flaky', banana: 'flaky', cherry: 'flaky', date: 'sound' });
    expect(run('test.mjs', 'contract').status).toBe(0);
    fs.rmSync(folder, { recursive: true });
    folder = repositoryWith({ apple: 'flaky', banana: 'flaky', cherry: 'flaky', date: 'flaky' });
    const { status, lines } = run('test.mjs', 'contract');
    expect(status).toBe(1);
    expect(lines.at(-1)).toBe('4 passed, 1 failed');
  });

  it('[TST-01] has the outcome of its second try in the record of a full run, which names only steps', () => {
    folder = repositoryWith({ apple: 'flaky', banana: 'flaky', cherry: 'flaky', date: 'flaky' });
    inGit();
    expect(run('test.mjs', 'contract', '--full').status).toBe(1);
    const record = fs.readFileSync(join(folder, 'docs/reliability.md'), 'utf8').split('<!-- the record of test:full ');
    const rows = record[1]?.match(/^[|].*$/gm)?.map((row) => row.split(/ *[|] */).slice(1));
    expect(rows?.slice(2).map(([step, , , , passed, failed]) => [step, passed, failed])).toEqual([
      ['contract', '4', '0'],
    ]);
  });

  it('[TST-01] is not run again if five others are, and the end stays within ten lines', () => {
    const names = ['apple', 'banana', 'cherry', 'date', 'elder', 'fig', 'grape'];
    folder = repositoryWith(Object.fromEntries(names.map((name, place) => [name, place < 4 ? 'flaky' : 'broken'])));
    const { status } = run('test.mjs', 'contract');
    expect(status).toBe(1);
    const tries = names.flatMap(triesOf);
    expect(tries).toHaveLength(names.length + 5);
    expect(run('summary.mjs').lines.length).toBeLessThanOrEqual(10);
  });
});

describe('the samples', () => {
  it('[TST-02] are the same in each run, and others with --new-seed and in a full run', () => {
    folder = repositoryWith({ apple: 'sound' });
    inGit();
    const first = run('test.mjs', 'contract');
    git('commit', '--quiet', '--allow-empty', '--message', 'second');
    const usual = [first, run('test.mjs', 'contract')];
    const others = [run('test.mjs', 'contract', '--new-seed'), run('test.mjs', 'contract', '--full')];
    for (const { status } of [...usual, ...others]) expect(status).toBe(0);
    const [seed, ...seeds] = [...usual, ...others].map((each) => each.seed);
    expect(seeds[0]).toBe(seed);
    expect(new Set(seeds).size).toBe(seeds.length);
    expect(triesOf('apple')).toEqual([seed, ...seeds]);
  });
});
