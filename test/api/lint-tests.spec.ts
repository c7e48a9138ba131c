import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(__dirname, '../..');
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-lint-'));
  for (const name of ['.oxlintrc.json', 'scripts', 'node_modules']) symlinkSync(join(root, name), join(folder, name));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The rules for tests that a file at this place breaks, in the order of its lines. */
const broken = (file: string, ...lines: readonly string[]) => {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), lines.join('\n'));
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  const args = [oxlint, '--config', join(folder, '.oxlintrc.json'), '--format=unix', file];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return [...stdout.matchAll(/:(\d+):\d+:.*\[\w+\/(?:tests|eslint)\(([\w-]+)\)\]/g)].map(
    ([, line, rule]) => `${line} ${rule}`,
  );
};

const journey = 'test/journeys/planted.journey.ts';
const unitTest = 'apps/web/src/boards/planted.test.tsx';

test('[TST-05] a journey that looks once, or depends on the test before it, is refused', () => {
  const found = broken(
    journey,
    'expect(await page.title()).toBe("Cart");',
    'expect.soft(await page.title(), "the title").toBe("Cart");',
    'test.describe.configure({ mode: "serial" });',
    'test.describe.serial("chapters", () => {});',
    'test.describe.serial.only("chapters", () => {});',
    'await expect(async () => { expect(await page.title()).toBe("Cart"); }).toPass();',
    'await expect.poll(() => page.title()).toBe("Cart");',
    'test.describe.configure({ timeout: 1 });',
  );
  expect(found).toEqual([
    '1 assertions-retry',
    '2 assertions-retry',
    '3 stands-alone',
    '4 stands-alone',
    '5 stands-alone',
  ]);
});

test('[TST-07] a browser unit test that replaces a module by its path is refused; a package may be replaced', () => {
  const found = broken(
    unitTest,
    'vi.mock("../kernel/send.ts");',
    'vi.doMock("./boards.atoms.ts", () => ({}));',
    'vi.mock("tus-js-client");',
  );
  expect(found).toEqual(['1 no-module-by-path', '2 no-module-by-path']);
});

test('[TST-03] a browser unit test runs on fake time, by the one `user()`', () => {
  const found = broken(
    unitTest,
    'import userEvent from "@testing-library/user-event";',
    'vi.useRealTimers();',
    'await vi.waitFor(() => userEvent);',
  );
  expect(found).toEqual(['1 no-restricted-imports', '2 fake-time', '3 fake-time']);
});
