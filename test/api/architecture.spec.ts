import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(__dirname, '../..');
const isTest = /[.](spec|test|journey|timing)[.]tsx?$/;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-architecture-'));
  const isWanted = (path: string) => !/[/\\](node_modules|dist)$/.test(path) && !isTest.test(path);
  for (const part of ['apps', 'libs', 'test/support', '.dependency-cruiser.cjs', 'tsconfig.json', 'package.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true, filter: isWanted });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const plant = (file: string, text: string) => {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
};

interface Report {
  readonly summary: {
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];
  };
}

/** Which rules each file breaks. */
const broken = async () => {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const sources = ['apps/api/src', 'apps/web/src', 'apps/worker/src', 'libs/domain/src', 'libs/contract/src'];
  const args = [program, '--output-type', 'json', ...sources];
  const report = await new Promise<string>((resolve) =>
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 30 }, (_error, stdout) => resolve(stdout)),
  );
  const found = new Map<string, Set<string>>();
  for (const { from, rule } of (JSON.parse(report) as Report).summary.violations)
    found.set(from, (found.get(from) ?? new Set()).add(rule.name));
  return found;
};

/** What must not be imported: from where, what, and the rule that says why. */
const forbidden: readonly (readonly [from: string, imported: string, rule: string])[] = [
  ['apps/api/src/boards/a.ts', '../adapters/payments/stripe.ts', 'business-names-no-engine'],
  ['apps/api/src/boards/b.ts', '../adapters/mail/smtp.ts', 'business-names-no-engine'],
  ['apps/api/src/boards/c.ts', 'stripe', 'business-names-no-engine'],
  ['apps/api/src/boards/d.ts', 'mongodb', 'business-names-no-engine'],
  ['apps/api/src/boards/e.ts', 'node:sqlite', 'business-names-no-engine'],
  // The insides of another feature, directly and through the rooms that serve all.
  ['apps/api/src/boards/f.ts', '../referrals/referral-rows.ts', 'api-features-stand-alone'],
  ['apps/api/src/http/f.ts', '../referrals/referral-rows.ts', 'api-shared-rooms-know-no-feature'],
  ['apps/api/src/migrate/f.ts', '../referrals/referral-rows.ts', 'api-shared-rooms-know-no-feature'],
  ['apps/api/src/adapters/mail/f.ts', '../../referrals/referral-rows.ts', 'api-shared-rooms-know-no-feature'],
  ['apps/api/src/planted.ts', './referrals/referral-rows.ts', 'apps-are-put-together-at-the-top'],
  ['apps/api/src/boards/g.ts', '../app.module.ts', 'nobody-imports-the-top'],
  ['apps/web/src/boards/f.ts', '../referrals/invitation.atoms.ts', 'web-features-stand-alone'],
  ['apps/web/src/planted.ts', './referrals/invitation.atoms.ts', 'apps-are-put-together-at-the-top'],
  // A kernel knows no business, and neither who calls it nor what is printed.
  ['apps/api/src/kernel/a.ts', '../../../../libs/contract/src/boards.ts', 'api-kernel-has-no-business'],
  ['apps/api/src/kernel/b.ts', '../http/request.ts', 'api-kernel-knows-no-way-in-or-out'],
  ['apps/api/src/kernel/c.ts', '../printing/sheet.ts', 'api-kernel-knows-no-way-in-or-out'],
  ['apps/api/src/kernel/d.ts', 'stripe', 'api-kernel-knows-no-way-in-or-out'],
  ['apps/web/src/kernel/a.ts', '../boards/public.ts', 'web-kernel-and-ui-have-no-business'],
  ['libs/contract/src/kernel/a.ts', '../boards.ts', 'kernel-has-no-business'],
  ['libs/domain/src/kernel/a.ts', '../money.ts', 'kernel-has-no-business'],
  // What no rule would apply to.
  ['apps/api/src/boards/h.ts', '../../../../test/support/until.ts', 'tests-stay-outside'],
  ['apps/api/src/boards/i.ts', '../../../../libs/domain/dist/money.js', 'sources-not-builds'],
  ['apps/api/src/boards/j.ts', './nowhere.ts', 'imports-are-found'],
  ['apps/worker/src/a.ts', '../../api/src/boards/public.ts', 'every-package-has-rules'],
];

test('an import that leads around the rooms of the house is refused', async () => {
  for (const [from, imported] of forbidden) plant(from, `import * as planted from '${imported}';\nvoid planted;\n`);
  plant('apps/api/src/boards/barrel.ts', "export * from './board-rows.ts';\n");
  plant('libs/domain/dist/money.js', 'export {};\n');
  const found = await broken();
  const expected = [...forbidden, ['apps/api/src/boards/barrel.ts', './board-rows.ts', 'no-barrels'] as const];
  expect(expected.filter(([from, , rule]) => !found.get(from)?.has(rule))).toEqual([]);
});
