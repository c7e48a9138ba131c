// Words of many languages and scripts. cspell:disable
// Typed wrong, or in part, on purpose. cspell:ignore Straße STRASSE cactu berr berri berrie boxe wome aeiosxzhycé
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainText } from './text.ts';
import { matchesSearchWord, searchWordsIn, whereFound, wordsIn } from './search-words.ts';

test.each([
  ['boat', 'Boats'],
  ['berry', 'berries'],
  ['movie', 'MOVIES'],
  ['house', 'houses'],
  ['box', 'boxes'],
  ['glass', 'glasses'],
  ['beach', 'beaches'],
  ['rose', 'roses'],
  ['bus', 'buses'],
  ['lens', 'lenses'],
  ['tomato', 'tomatoes'],
  ['tie', 'ties'],
  ['leaf', 'leaves'],
  ['woman', 'women'],
  ['café', 'CAFES'],
  ['Straße', 'STRASSE'],
  ['ＳＥＡ', 'sea'],
])('[GAL-05] %s and %s are one word', (one, other) => {
  expect(wordsIn(one)).toEqual(wordsIn(other));
});

test.each([
  ['glass', 'gla'],
  ['cactus', 'cactu'],
  ['sea', 'seas on'],
  ['news', 'ne'],
])('[GAL-05] %s and %s are not', (one, other) => {
  expect(wordsIn(one)).not.toEqual(wordsIn(other));
});

test('[GAL-05] words end where neither letters nor digits are, and in scripts without spaces each character is a word', () => {
  expect(wordsIn('Mara’s blue-hour, 100% "live" Mara')).toEqual(['mara', 'blue', 'hour', '100', 'live']);
  expect(wordsIn('写真展')).toEqual(['写', '真', '展']);
  expect(wordsIn('%_ 🎞️')).toEqual([]);
});

test('[GAL-05] the last word may be a prefix of another, at every letter of a plural', () => {
  const finds = (search: string, text: string) => whereFound([text], searchWordsIn(search)) === 0;
  for (const search of ['be', 'ber', 'berr', 'berri', 'berrie', 'berries', 'berry']) {
    expect([search, finds(search, 'A berry')]).toEqual([search, true]);
  }
  for (const search of ['b', 'box', 'boxe', 'boxes']) expect([search, finds(search, 'Box')]).toEqual([search, true]);
  for (const search of ['wo', 'wome', 'women', 'woman'])
    expect([search, finds(search, 'Woman')]).toEqual([search, true]);
  expect(finds('har blue', 'Blue harbor')).toBe(false);
  expect(finds('blue har', 'Harbor, blue')).toBe(true);
});

test('[GAL-05] a match ranks by the last text that it needs', () => {
  const texts = ['Morning by the pier', 'sea calm', 'Boats before sunrise'];
  const where = (search: string) => whereFound(texts, searchWordsIn(search));
  expect([where('pier morning'), where('morning sea'), where('sea boat'), where('boats')]).toEqual([0, 1, 2, 2]);
  expect([where('morning city'), where('%')]).toEqual([null, null]);
});

test('[GAL-05] [MKT-31] what is only contained in other words is found after the words themselves', () => {
  const texts = ['Moonlight over Łódź', 'sea calm', 'Boats before sunrise'];
  const where = (search: string) => whereFound(texts, searchWordsIn(search));
  expect([where('LIGHT'), where('rise ight'), where('sea light'), where('ódź light')]).toEqual([3, 3, 3, 3]);
  expect([where('moonlight'), where('light city')]).toEqual([0, null]);
});

const anyWord = fc.string({ unit: fc.constantFrom(...'aeiosxzhycé'), minLength: 1, maxLength: 9 });

test('[GAL-05] normalizing a word twice changes nothing, and each of its prefixes finds it', () => {
  fc.assert(
    fc.property(anyWord, fc.integer({ min: 1, max: 9 }), (word, characters) => {
      const [folded = ''] = wordsIn(word);
      expect(wordsIn(folded)).toEqual([folded]);
      const [searchWord] = searchWordsIn(word);
      expect(searchWord && matchesSearchWord(searchWord, folded)).toBe(true);
      const typed = searchWordsIn(folded.slice(0, characters));
      expect(typed[0] && matchesSearchWord(typed[0], folded)).toBe(true);
    }),
  );
});

test.each([
  ['κόσμος', 'ΚΟΣΜΟΣ'],
  ['Łódź', 'lodz'],
  ['Ørsted', 'ORSTED'],
  ['Đà Nẵng', 'da nang'],
  ['Cæsar', 'caesar'],
  ['straße', 'STRASSE'],
  ['KAPI', 'kapı'],
  ['İzmir', 'izmir'],
  ['Þingvellir', 'thingvellir'],
  ['œuvre', 'Oeuvre'],
  ['Ґудзик', 'гудзик'],
  ['عَرَبِيّ', 'عربي'],
  ['العـــربية', 'العربية'],
  ['أحمد', 'احمد'],
  ['שָׁלוֹם', 'שלום'],
  ['צה״ל', 'צהל'],
  ['Ｏｃｅａｎ　２０２６', 'ocean 2026'],
  ['ﾄﾞﾗｺﾞﾝ', 'ドラゴン'],
  ['٢٠٢٦', '2026'],
  ['O’Brien', "o'brien"],
  ['O’Brien', 'OBrien'],
  ['OBrien', 'o‘brien'],
  ['Hawaiʻi', "hawai'i"],
  ['rock´n´roll', 'rock’n’roll'],
  ['l’océan', 'ocean'],
  ['Mara’s', "mara's"],
  ['Mara’s', 'mara'],
  ['Foto\u00adgraf', 'fotograf'],
  ['می\u200cخواهم', 'میخواهم'],
])('[FIX-27] %s is found as %s', (text, search) => {
  expect(whereFound([text], searchWordsIn(search))).toBe(0);
  // A whole word, too: not only while it is being typed.
  expect(whereFound([`${text} now`], searchWordsIn(`${search} now`))).toBe(0);
});

test('[FIX-27] a word that ends in sigma is found at every letter that is typed of it', () => {
  for (const length of [1, 2, 3, 4, 5, 6])
    expect(whereFound(['Ο ΚΟΣΜΟΣ ΤΩΝ ΚΟΣΜΗΜΑΤΩΝ'], searchWordsIn('κόσμος'.slice(0, length)))).toBe(0);
});

const written = fc.string({
  unit: fc.oneof(
    fc.constantFrom(..."aZéøŁđßıİΣςσ’'´ʻ׳ \u0301\u05b8\u064e\u0640\u200d\u00ad２٢ﾄﾞ각"),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
});

test('[FIX-27] plain text stays as it is, has no case, and is the same for either form of Unicode', () => {
  fc.assert(
    fc.property(written, (text) => {
      const plain = plainText(text);
      expect(plainText(plain)).toBe(plain);
      for (const form of ['NFC', 'NFD']) expect(plainText(text.normalize(form))).toBe(plain);
    }),
    { numRuns: 2_000 },
  );
});

test('[GAL-05] [MKT-31] a text is found by every part of it without spaces that has a letter or digit', () => {
  const part = fc.tuple(fc.array(written, { minLength: 1, maxLength: 3 }), fc.nat({ max: 20 }), fc.nat({ max: 20 }));
  fc.assert(
    fc.property(part, ([texts, start, characters]) => {
      const text = plainText(texts.join(' '));
      const typed =
        [...text]
          .slice(start, start + characters + 1)
          .join('')
          .split(/\s/u)[0] ?? '';
      const sought = searchWordsIn(typed);
      if (sought.length > 0) expect(whereFound([text], sought)).not.toBeNull();
    }),
    { numRuns: 1_000 },
  );
});

test('[FIX-27] a text is found by all of its words', () => {
  fc.assert(
    fc.property(written, (text) => {
      const sought = searchWordsIn(text);
      if (sought.length > 0) expect(whereFound([text], sought)).toBe(0);
    }),
    { numRuns: 1_000 },
  );
});
