// Words of many languages and scripts. cspell:disable
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { publicTags, tagKey, tagsIn, withoutCommas } from './tags.ts';

test.each([
  ['Summer, beach ,,summer', ['Summer', 'beach']],
  ['海、浜辺、海', ['海', '浜辺']],
  ['海，沙滩,海', ['海', '沙滩']],
  ['海､浜辺', ['海', '浜辺']],
  ['بحر، شاطئ', ['بحر', 'شاطئ']],
  ['sea﹐sand﹑sun', ['sea', 'sand', 'sun']],
  [' , 、 ', []],
])('[FIX-27] the commas of every script separate tags: %s', (text, tags) => {
  expect(tagsIn(text)).toEqual(tags);
});

test.each([
  ['Café', 'cafe\u0301'],
  ['ＳＥＡ', 'sea'],
  ['Straße', 'STRASSE'],
  ['ΚΟΣΜΟΣ', 'κοσμος'],
  ['blue  hour', 'Blue hour'],
  ['foto\u200dgraf', 'fotograf'],
  ['ｶﾞ', 'ガ'],
])('[FIX-27] %s and %s are one tag, shown in lower case as it was written first', (one, other) => {
  expect(publicTags([one, other])).toHaveLength(1);
  expect(publicTags([other, one])).toHaveLength(1);
  expect(tagsIn(`${one}, ${other}`)).toEqual([one]);
});

test('[FIX-27] tags keep their accents and letters, which make them other words', () => {
  expect(publicTags(['Œuvre', 'Ångström', 'angstrom', 'straße', ' PENDING '])).toEqual([
    'œuvre',
    'ångström',
    'angstrom',
    'straße',
  ]);
});

test('[FIX-27] public tags stay as they are, each is there once, and a text brings all of them back', () => {
  const anyTag = fc.string({ unit: fc.constantFrom(...'aAéßςΣ ,،、，ＳſﾞİI\u0301\u200d') });
  fc.assert(
    fc.property(fc.array(anyTag), (tags) => {
      const shown = publicTags(tags.map(withoutCommas));
      expect(publicTags(shown)).toEqual(shown);
      expect(new Set(shown.map(tagKey)).size).toBe(shown.length);
      expect(publicTags(tagsIn(shown.join(', ')))).toEqual(shown);
    }),
    { numRuns: 1_000 },
  );
});
