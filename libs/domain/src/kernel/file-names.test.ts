// Hostile names. cspell:ignore क्षि Straße STRASSE conin conout Noncharacter
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileNameOf, fileNamesOf } from './file-names.ts';

const family = '👩‍👩‍👧‍👦';
const accented = 'e\u0301\u0323';
const named = (...titles: readonly string[]) => fileNamesOf(titles.map((title) => ({ title, extension: '.png' })));

test.each([
  ['an emoji', 'x'.repeat(99) + '😀', 'x'.repeat(99)],
  ['a family', 'x'.repeat(95) + family, 'x'.repeat(95)],
  ['a skin tone', 'x'.repeat(97) + '👍🏽', 'x'.repeat(97)],
  ['a flag', 'x'.repeat(98) + '🇯🇵', 'x'.repeat(98)],
  ['a flag of tags', 'x'.repeat(92) + '🏴󠁧󠁢󠁷󠁬󠁳󠁿', 'x'.repeat(92)],
  ['a letter with two accents', 'x'.repeat(99) + `x\u0301\u0323`, 'x'.repeat(99)],
  ['a syllable of Hindi', 'x'.repeat(98) + 'क्षि', 'x'.repeat(98)],
])('[FIX-19] %s that would be split by the cut is left out of a file name', (_, title, stem) => {
  expect(named(title)).toEqual([`${stem}.png`]);
});

test('[FIX-19] a file name keeps emoji and accents whole', () => {
  expect(named(`Family ${family} ${accented}`)).toEqual([`Family ${family} ${accented.normalize('NFC')}.png`]);
});

test.each([
  [
    ['Harbor', 'Harbor', 'Harbor (2)'],
    ['Harbor.png', 'Harbor (2).png', 'Harbor (2) (2).png'],
  ],
  [
    ['Harbor', 'HARBOR', 'harbor'],
    ['Harbor.png', 'HARBOR (2).png', 'harbor (3).png'],
  ],
  [
    ['Café', 'Cafe\u0301'],
    ['Café.png', 'Café (2).png'],
  ],
  [
    ['Straße', 'STRASSE'],
    ['Straße.png', 'STRASSE (2).png'],
  ],
  [
    ['a/b', 'a:b', 'a b'],
    ['a b.png', 'a b (2).png', 'a b (3).png'],
  ],
  [
    ['', '...', '\u202e'],
    ['original.png', 'original (2).png', 'original (3).png'],
  ],
])('[FIX-19] files titled %j get different names, also where case and spelling don’t count', (titles, names) => {
  expect(named(...titles)).toEqual(names);
});

test.each(['CON', 'nul', 'aux.txt', 'com1', 'LPT9.final', 'COM¹', 'prn .x', 'CONIN$'])(
  '[FIX-19] a title that is a device on Windows becomes another name: %s',
  (title) => {
    expect(named(title)[0]).toMatch(/^_/);
  },
);

test('[FIX-19] titles that only begin like a device stay as they are', () => {
  expect(named('Console', 'Null Island', 'Auxiliary.x')).toEqual(['Console.png', 'Null Island.png', 'Auxiliary.x.png']);
});

const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *([.]|$)/i;
const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom(
      ...['a', 'A', '(2)', ' ', '.', '/', '\\', ':', '\0', '\n', '\u202e', '\u2066', '\ufeff', '\ud83d', '\udc00'],
      ...['😀', family, '🇯🇵', accented, '\u0301', '漢', 'ß', 'SS', 'ﬁ', 'İ', '\uffff', '\u3164'],
    ),
    maxLength: 120,
  }),
  fc.constantFrom(
    'CON',
    'con.',
    'aux.txt',
    'nul ',
    'COM1.a.b',
    `con${'\u0301'.repeat(300)}`,
    'a'.repeat(300),
    '漢'.repeat(200),
  ),
);
const extensions = fc.constantFrom('.jpg', '.png', '.mov', '.webm', '');

test('[FIX-19] the names of an archive are unique and valid everywhere, and keep their extensions, whatever the titles are', () => {
  const files = fc.array(fc.record({ title: hostile, extension: extensions }), { maxLength: 20 });
  fc.assert(
    fc.property(files, (titled) => {
      const names = fileNamesOf(titled);
      expect(new Set(names.map((name) => name.normalize('NFKD').toLowerCase())).size).toBe(names.length);
      expect(new Set(names.map((name) => name.normalize('NFC').toUpperCase())).size).toBe(names.length);
      names.forEach((name, index) => {
        expect(name.endsWith(titled[index]!.extension)).toBe(true);
        expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255);
        expect(name.isWellFormed()).toBe(true);
        expect(name).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u2028\u2029"\\/:*?<>|]/u);
        expect(name).not.toMatch(/^[. ]|[. ]$/);
        expect(name).not.toMatch(device);
        expect(name.normalize('NFC')).toBe(name);
      });
    }),
    { numRuns: 1_000 },
  );
});

test('[FIX-19] a file name has at most 255 bytes with its mark and extension', () => {
  const file = { title: '漢'.repeat(200), extension: '.jpg' };
  expect(new TextEncoder().encode(fileNameOf(file)).length).toBeLessThanOrEqual(255);
  expect(new TextEncoder().encode(fileNamesOf([file, file])[1]).length).toBeLessThanOrEqual(255);
});
