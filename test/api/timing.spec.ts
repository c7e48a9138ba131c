import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const isTest = /[.](spec|test|journey|contract)[.]tsx?$/;
const isLeftOut = /(^|[/\\])(node_modules|dist|bench|rel|vitals|faults|[.][^/\\]+)([/\\]|$)/;
/** What measures time, in a test or in what it uses. */
const clock =
  /performance[.]now\(|Date[.]now\(\) -|cpuUsage\(|\b(?:closesAfter|longestGapMs|msOf|bestOfThree|give|eventStoreDbCosts|moneyAtScale)\(/;
/** A definition, or an addition to a list, and its text: up to the next line that is indented no further. */
const definition = /^( *)(?:(?:const|let) (.+?) = |.*?\b(\w+)[.]push\()(?=([^]*?)\n(?!\1 |\n))/gm;
const upperBound = /expect(?:[.]poll)?\((?:(?!\bexpect\()[^])*?[.]toBeLessThan(?:OrEqual)?\([^]*?;/g;
const testOfFile = /^( *)(?:it|test)\b[^]*?\n\1\S.*$/gm;

/** The upper bounds of what is measured here, or of what is made from that. */
const boundsIn = (text: string) => {
  const definitions = [...text.matchAll(definition)];
  const measured = new Set<string>();
  const isMeasured = (part: string) =>
    clock.test(part) || (part.match(/\w+/g) ?? []).some((word) => measured.has(word));
  for (let before = -1; before < measured.size;) {
    before = measured.size;
    for (const [, , names = '', list = '', body = ''] of definitions)
      if (isMeasured(body)) for (const name of `${names} ${list}`.match(/\w+/g) ?? []) measured.add(name);
  }
  return (text.match(upperBound) ?? []).filter((bound) => isMeasured(bound) || bound.includes('Date.now('));
};

/** Names of one test are no names of another; what is outside of tests is known to all of them. */
const boundsOfTime = (text: string) => {
  const shared = text.replace(testOfFile, '');
  return new Set([shared, ...(text.match(testOfFile) ?? []).map((test) => `${shared}\n${test}\n`)].flatMap(boundsIn));
};

it('[TST-04] no test outside `*.timing.ts` sets an upper bound to time that it measured', () => {
  const files = ['apps', 'libs', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const found = files
    .filter((file) => isTest.test(file) && !isLeftOut.test(file) && join(root, file) !== __filename)
    .flatMap((file) => [...boundsOfTime(readFileSync(join(root, file), 'utf8'))].map((bound) => `${file}: ${bound}`));
  expect(found).toEqual([]);
});

it('[TST-04] finds measured time behind a name, a list and a helper, and leaves counts alone', () => {
  const planted = `
const takes = async () => {
  const beganAtMs = performance.now();
  return performance.now() - beganAtMs;
};
it('one', async () => {
  const waits: number[] = [];
  while (waits.length < 3) waits.push(await takes());
  expect(Math.min(...waits)).toBeLessThan(9);
});
it('two', async () => {
  const waits = await asked();
  expect(waits).toBeLessThan(4);
  const { lateMs } = await closesAfter(sockets, leave);
  expect(lateMs)
    .toBeLessThan(9);
});
`;
  expect([...boundsOfTime(planted)].map((bound) => bound.replace(/\s+/g, ''))).toEqual([
    'expect(Math.min(...waits)).toBeLessThan(9);',
    'expect(lateMs).toBeLessThan(9);',
  ]);
});
