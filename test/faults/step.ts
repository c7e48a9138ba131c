import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fault, Step } from './fault.ts';

/** A run that a fault makes hang is ended after this time, and the fault counts as not seen. */
const runMaxMs = 240_000;

export interface Outcome {
  readonly isGreen: boolean;
  readonly passed: number;
  /** The title of the first test that failed; null if none did, even if the run crashed as a whole. */
  readonly firstFailed: string | null;
  /** The last line of the run's output, which tells why it crashed. */
  readonly lastLine: string;
}

interface Counted {
  readonly passed: number;
  readonly failed: readonly string[];
}

interface JestReport {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly title: string }[];
  }[];
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly { readonly ok: boolean; readonly title: string }[];
}

const readJest = (report: unknown): Counted => {
  const { numPassedTests, testResults } = report as JestReport;
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    passed: numPassedTests,
    failed: results.filter(({ status }) => status === 'failed').map(({ title }) => title),
  };
};

const specsOf = ({ suites = [], specs = [] }: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> => [
  ...specs,
  ...suites.flatMap(specsOf),
];
const readPlaywright = (report: unknown): Counted => {
  const specs = specsOf(report as PlaywrightSuite);
  return {
    passed: specs.filter(({ ok }) => ok).length,
    failed: specs.filter(({ ok }) => !ok).map(({ title }) => title),
  };
};

interface Program {
  readonly folder: string;
  readonly read: (report: unknown) => Counted;
  readonly args: (tests: string, titled: string | undefined, report: string) => readonly string[];
}

const named = (option: string, title: string | undefined) => (title === undefined ? [] : [option, title]);
const vitest = (folder: string): Program => ({
  folder,
  read: readJest,
  args: (tests, titled, report) => [
    ...['vitest/vitest.mjs', 'run', tests, '--bail=1', ...named('-t', titled)],
    ...['--reporter=json', `--outputFile=${report}`],
  ],
});

const programs: Readonly<Record<Step, Program>> = {
  domain: vitest('libs/domain'),
  web: vitest('apps/web'),
  api: {
    folder: 'apps/api',
    read: readJest,
    // A failed test may leave a server open, which jest would wait for.
    args: (tests, titled, report) => [
      ...['jest/bin/jest.js', tests, ...named('-t', titled), '--testMatch', '**/*.{spec,timing}.ts'],
      ...['--forceExit', '--json', `--outputFile=${report}`],
    ],
  },
  journeys: {
    folder: 'test',
    read: readPlaywright,
    args: (tests, titled) => [
      '@playwright/test/cli.js',
      'test',
      tests,
      ...named('-g', titled),
      '-x',
      '--reporter=json',
    ],
  },
};

/** Ends any process that a run left behind, such as the product it started. */
const endGroup = (pid: number | undefined) => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The whole group has already ended.
  }
};

/** Runs the tests that should notice a fault, in the working copy at `root`. */
export const runTests = async (root: string, { step, tests, titled }: Fault): Promise<Outcome> => {
  const { folder, read, args } = programs[step];
  const reports = mkdtempSync(join(tmpdir(), 'tessera-fault-'));
  const report = join(reports, 'report.json');
  const [program = '', ...rest] = args(tests, titled, report);
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...flags, join(root, 'node_modules', program), ...rest], {
    cwd: join(root, folder),
    // A fault should be noticed by the samples that every `npm test` checks.
    env: { ...process.env, TEST_TIER: '', PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    detached: true,
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (printed += text.toString()));
  const timer = setTimeout(() => endGroup(child.pid), runMaxMs);
  try {
    const [status] = (await once(child, 'exit')) as [number | null];
    const { passed, failed } = existsSync(report)
      ? read(JSON.parse(readFileSync(report, 'utf8')))
      : { passed: 0, failed: [] };
    const lastLine = printed.trim().split('\n').at(-1) ?? '';
    return { isGreen: status === 0 && passed > 0, passed, firstFailed: (status !== 0 && failed[0]) || null, lastLine };
  } finally {
    clearTimeout(timer);
    endGroup(child.pid);
    rmSync(reports, { recursive: true, force: true });
  }
};
