// Names in many scripts. cspell:ignoreRegExp [\u0590-\u1CFF\u2E80-\uFFFF]+
import bidiFactory from 'bidi-js';
import fc from 'fast-check';
import { levelsOf, placed, withNamesIsolated, withoutOverrides } from './directions.ts';

const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
const letters = fc.constantFrom(...'ab 12 (),.! שלום محمد ٣٤ ', '\u2068', '\u2069');

it('[FIX-33] the parts of a line are placed as the Unicode Bidirectional Algorithm says, whatever they are', () => {
  const line = fc.array(letters, { minLength: 1, maxLength: 40 }).map((all) => `א${all.join('')}א`);
  fc.assert(
    fc.property(line, (text) => {
      const levels = levelsOf(text);
      const parts = Array.from(text, (_letter, at) => ({ at, level: levels[at] ?? 0 }));
      const expected = bidi.getReorderedIndices(text, bidi.getEmbeddingLevels(text, 'auto'));
      expect(placed(parts).map(({ at }) => at)).toEqual(expected);
    }),
  );
});

it('[FIX-33] an emoji is between the words around it, and letters beyond two bytes have their direction', () => {
  expect([...levelsOf('ים ab 📸 ים')]).toEqual([1, 1, 1, 2, 2, 1, 1, 1, 1, 1, 1]);
  expect([...levelsOf('a 𞤀𞤣')]).toEqual([0, 0, 1, 1, 1, 1]);
  expect([...levelsOf('a 𠮷')]).toEqual([0, 0, 0, 0]);
});

it('[FIX-33] each name in a text is isolated once, also one that is part of another or looks like a pattern', () => {
  const names = ['שרה', 'שרה לוי', 'Mira', '(ים)+?'];
  expect(withNamesIsolated('שרה לוי, Mira and שרה: (ים)+?', names)).toBe(
    '\u2068שרה לוי\u2069, Mira and \u2068שרה\u2069: \u2068(ים)+?\u2069',
  );
  expect(withNamesIsolated('Mira grants', ['Mira', ''])).toBe('Mira grants');
});

it('[FIX-33] a name cannot turn the words around it', () => {
  expect(withoutOverrides('\u202egnp.exe\u202c')).toBe('gnp.exe');
});
