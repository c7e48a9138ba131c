import { faultsOf, rowsNamedIn } from '../support/ledger.ts';

describe('the ledger rows that a test file names', () => {
  it.each([
    ['a plain title', `it('[CART-12] words', () => {})`, ['CART-12']],
    ['a title in double quotes', `test("[CART-12] words", () => {})`, ['CART-12']],
    [
      'a title of several rows',
      `it('[CHK-35, CHK-36][ERR-01] [API-02] words', () => {})`,
      ['CHK-35', 'CHK-36', 'ERR-01', 'API-02'],
    ],
    ['a title on the next line', `test(\n  '[CART-12] words',\n  async ({ page }) => {},\n)`, ['CART-12']],
    ['a title that is a template', 'test(`[CART-12] ${name} words`, () => {})', ['CART-12']],
    ['a title after options', `test.only('[CART-12] words', { tag: '@slow' }, () => {})`, ['CART-12']],
    ['a group', `describe('[CART-12] words', () => { it('does', () => {}) })`, ['CART-12']],
    ['a group of journeys', `test.describe('[CART-12] words', () => {})`, ['CART-12']],
    ['a test in a group', `describe('words', () => { it('[CART-12] does', () => {}) })`, ['CART-12']],
    ['a list of values', `it.each([1, 2])('[CART-12] %d', () => {})`, ['CART-12']],
    [
      'a list on many lines',
      `it.each(rows.map((row) => ({ ...row, ...named(row, (it) => (it)) })))(\n  '[CART-12] $name',\n  () => {},\n)`,
      ['CART-12'],
    ],
    ['a group for each', `describe.each(rows)('[CART-12] %s', () => {})`, ['CART-12']],
    ['a table that is a template', 'it.each`a | b\n${1} | ${2}`("[CART-12] $a", () => {})', ['CART-12']],
    ['a condition', `it.skipIf(windows)('[CART-12] words', () => {})`, ['CART-12']],
    ['a separate condition', `(windows ? it.skip : it)('[CART-12] words', () => {})`, ['CART-12']],
    [
      'a condition with a name',
      `const onLinux = linux ? it : it.skip;\nonLinux('[CART-12] words', () => {})`,
      ['CART-12'],
    ],
    [
      'a server that may be missing',
      `const withRedis = needs('Redis', missing);\nwithRedis('[CART-12] words', () => {})`,
      ['CART-12'],
    ],
    [
      'values with their own brackets',
      `test.each([['[CART-12] one', 1], ['[CART-13] two', 2]])('so: %s', () => {})`,
      ['CART-12', 'CART-13'],
    ],
    ['objects with their own brackets', `it.each([{ title: '[CART-12] one' }])('$title', () => {})`, ['CART-12']],
    [
      'values in the title’s brackets',
      `test.each([['CART-12', 1], ['CART-13', 2]])('[%s] is %d', () => {})`,
      ['CART-12', 'CART-13'],
    ],
    [
      'a loop',
      "for (const [row] of [['CART-12'], ['CART-13']]) test(`[${row}][ERR-01] words`, () => {})",
      ['ERR-01', 'CART-12', 'CART-13'],
    ],
    ['markup beside it', `const page = <p>it</p>;\ntest('[CART-12] words', () => {})`, ['CART-12']],
  ])('[FIX-16] are read from %s', (_kind, text, rows) => {
    expect([...rowsNamedIn('some.test.tsx', text)]).toEqual(rows);
  });

  it.each([
    ['later in the title', `it('words [CART-12]', () => {})`],
    ['in a comment', `// it('[CART-12] words', () => {})`],
    ['in a text', `const text = "it('[CART-12] words')"`],
    ['in the call of something else', `expect('[CART-12] words')`],
    ['in a pattern that is tested', `pattern.test('[CART-12] words')`],
    ['by a value that is in no title', `it.each([['[CART-12] one']])('words', () => {})`],
    ['bare by a value outside the brackets', `it.each([['CART-12']])('words on %s', () => {})`],
    ['by a test that is skipped', `it.skip('[CART-12] words', () => {})`],
    ['by a test that is to come', `it.todo('[CART-12] words')`],
    ['by a group that is skipped', `describe.skip('words', () => { it('[CART-12] does', () => {}) })`],
  ])('[FIX-16] do not include those %s', (_where, text) => {
    expect([...rowsNamedIn('some.test.ts', text)]).toEqual([]);
  });
});

describe('the faults of the ledger', () => {
  const rows = [
    { id: 'CART-01', area: 'CART', kind: 'ui' },
    { id: 'LEGAL-01', area: 'LEGAL', kind: 'doc' },
    { id: 'GAL-01', area: 'GAL', kind: 'ui' },
  ];
  const decision = 'docs/decisions/0001-cart.md';
  const documents = { 'LEGAL-01': 'docs/legal.md' };
  const texts: Readonly<Record<string, string>> = {
    [decision]: 'No cart (CART-01).',
    'docs/both.md': '| CART-01, GAL-01 | No cart in the gallery. |',
    'docs/apart.md': 'CART-01, but not GAL-011.\nGAL-01.',
  };
  const read = (file: string) => texts[file] ?? 'The terms (LEGAL-01).';
  const faults = (more: Partial<Parameters<typeof faultsOf>[1]>) =>
    faultsOf(rows, { named: new Set(['CART-01']), documents, planned: ['GAL'], contradictions: [], ...more }, read);

  it('[FIX-16] there are none when each row is named by a test, proven by a document, or planned', () => {
    expect(faults({})).toEqual([]);
    expect(faults({ planned: ['GAL-01'] })).toEqual([]);
    expect(faults({ named: new Set(), documents: { ...documents, 'CART-01': decision } })).toEqual([]);
  });

  it('[FIX-16] a row that no test names, no document proves and no plan contains is a fault', () => {
    expect(faults({ named: new Set() })).toEqual(['CART-01 is named by no test']);
    expect(faults({ documents: {} })).toEqual(['LEGAL-01 is named by no test']);
    expect(faults({ planned: ['GAL-02'] })).toEqual(['GAL-01 is named by no test']);
  });

  it('[FIX-16] a row that a test names but the ledger doesn’t contain is a fault', () => {
    expect(faults({ named: new Set(['CART-01', 'CART-99']) })).toEqual([
      'CART-99 is named by a test, but not in the ledger',
    ]);
  });

  it('[FIX-16] a document that doesn’t name its row proves nothing, nor does a document for something visible', () => {
    expect(faults({ documents: { 'LEGAL-01': decision } })).toEqual([`LEGAL-01 is not proven by ${decision}`]);
    expect(faults({ documents: { ...documents, 'CART-01': 'docs/cart.md' } })).toEqual([
      'CART-01 is not proven by docs/cart.md',
    ]);
    expect(faults({ documents: { ...documents, 'CART-99': decision } })).toEqual([
      `CART-99 is not proven by ${decision}`,
    ]);
  });

  it('[SPC-07] two rows that contradict each other are a fault if tests prove both and no decision settles it', () => {
    const pair = ['CART-01', 'GAL-01'] as const;
    const contradicting = (settledBy: string | null, named: readonly string[]) =>
      faults({ named: new Set(named), contradictions: [{ rows: pair, settledBy }] });
    expect(contradicting(null, pair)).toEqual([
      'CART-01 and GAL-01 contradict each other, but tests prove both and nothing settles it',
    ]);
    expect(contradicting(null, ['CART-01'])).toEqual([]);
    // This decision names only one of them.
    expect(contradicting(decision, pair)).toEqual([
      `CART-01 and GAL-01 contradict each other, and ${decision} doesn’t settle it`,
    ]);
    expect(contradicting('docs/both.md', pair)).toEqual([]);
    expect(contradicting('docs/apart.md', pair)).toEqual([
      'CART-01 and GAL-01 contradict each other, and docs/apart.md doesn’t settle it',
    ]);
  });

  it('[SPC-07] a contradiction with a row that the ledger doesn’t contain is a fault', () => {
    const contradictions = [{ rows: ['CART-01', 'CART-99'] as const, settledBy: 'docs/both.md' }];
    expect(faults({ contradictions })).toEqual(['CART-99 contradicts another row, but is not in the ledger']);
  });
});
