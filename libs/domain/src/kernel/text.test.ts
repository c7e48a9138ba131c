// Text to be cut, and names. cspell:ignore محمد ܣܘܪܝܝܐ ދިވެހި श्री क्षि ภาพถ่ายทะเลยามเช้า ภาพถ่ายทะเล averylongwordwithoutend averylongw verylongwordwithoutend verylong
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  charactersOf,
  comparable,
  cut,
  cutAtWord,
  isolated,
  lastCharacters,
  manyLines,
  oneLine,
  normalized,
} from './text.ts';

test('[SEC-13] a title or a name keeps its words, and loses whatever breaks its line or changes its direction', () => {
  expect(oneLine('Sea\u0000view')).toBe('Sea view');
  expect(oneLine(' Sea\r\n\tview\u2028')).toBe('Sea view');
  expect(oneLine('\u202egnp.exe\u2066')).toBe('gnp.exe');
  expect(oneLine('\u202e\u0000')).toBe('');
  expect(oneLine('👩‍🎨 العربية é')).toBe('👩‍🎨 العربية é');
});

test('[SEC-13] a note keeps its lines', () => {
  expect(manyLines('One\r\ntwo\rthree\n\nfour\tfive\u0007\u202e')).toBe('One\ntwo\nthree\n\nfour five');
  expect(manyLines('One\vTWO\fV\t\u0007III')).toBe('One\nTWO\nV III');
});

test('[SEC-12] a sharp s equals two, in lower and upper case', () => {
  expect(['Groß', 'groẞ', 'GROSS'].map(comparable)).toEqual(['gross', 'gross', 'gross']);
});

const hostile = fc.string({
  unit: fc.constantFrom('a', ' ', '\n', '\r', '\0', '\t', '\x85', '\u2028', '\u202e', '\u2069'),
});

test('[SEC-13] normalized text has nothing invisible, and normalizing it again changes nothing', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(oneLine(text)).toMatch(/^(?:a(?:[a ]*a)?)?$/);
      expect(manyLines(text)).toMatch(/^(?:a(?:[a \n]*a)?)?$/);
      expect(oneLine(oneLine(text))).toBe(oneLine(text));
      expect(manyLines(manyLines(text))).toBe(manyLines(text));
    }),
  );
});

test('a form’s texts are normalized by field, lists item by item, and everything else is left alone', () => {
  const normalizers = { title: oneLine, tags: oneLine };
  const sent = { title: 'a\0b', tags: ['c\0d', 7], password: 'e\0f', constructor: 'g\0h', price: 1 };
  expect(normalized(normalizers, sent)).toEqual({ ...sent, title: 'a b', tags: ['c d', 7] });
  expect(normalized(normalizers, { title: null, tags: 5 })).toEqual({ title: null, tags: 5 });
});

const wholes = ['😀', '👍🏽', '👩‍👩‍👧‍👦', '🇯🇵', '1️⃣', '🏴󠁧󠁢󠁷󠁬󠁳󠁿', 'e\u0301\u0323', 'क्षि', '각', '\r\n'];

test.each(wholes)('[FIX-19] %s is never split: it is left out if it doesn’t fit', (whole) => {
  for (let room = 1; room < whole.length; room += 1) expect(cut(`ab${whole}`, 2 + room)).toBe('ab');
  expect(cut(`ab${whole}c`, 2 + whole.length)).toBe(`ab${whole}`);
  expect(cut(whole, whole.length - 1)).toBe('');
  expect(lastCharacters(`ab${whole}`, 2)).toBe(`b${whole}`);
});

test('[FIX-19] a text is cut to a number of bytes, too', () => {
  const bytesOf = (text: string) => new TextEncoder().encode(text).length;
  expect(cut('漢字', 5, bytesOf)).toBe('漢');
  expect(cut('ab👩‍👩‍👧‍👦', 20, bytesOf)).toBe('ab');
});

test.each([
  ['Boats in the harbor', 13, 'Boats in the'],
  ['Boats in the harbor', 12, 'Boats in the'],
  ['Boats in the harbor', 16, 'Boats in the'],
  ['東京の夜景を見る人々', 5, '東京の夜景'],
  ['東京の夜景を見る人々', 4, '東京の'],
  ['ภาพถ่ายทะเลยามเช้า', 12, 'ภาพถ่ายทะเล'],
  ['see https://example.com/averylongaddress', 30, 'see https://example.com/'],
  ['averylongwordwithoutend', 10, 'averylongw'],
  ['a verylongwordwithoutend', 10, 'a verylong'],
  ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 12, '👩‍👩‍👧‍👦'],
  ['short', 10, 'short'],
])('[FIX-19] “%s” in a room of %i ends with a whole word: “%s”', (text, room, shown) => {
  expect(cutAtWord(text, room)).toBe(shown);
});

const mixed = fc.string({
  unit: fc.constantFrom('a', ' ', '.', '漢', '\u0301', '\u200d', '\u0600', '\ud83d', ...wholes),
});

test('[FIX-19] whatever is cut is the beginning of the text, fits, and ends where a character ends', () => {
  fc.assert(
    fc.property(mixed, fc.integer({ min: 0, max: 30 }), (text, max) => {
      for (const short of [cut(text, max), cutAtWord(text, max)]) {
        expect(text.startsWith(short) && short.length <= max).toBe(true);
        const rest = [...charactersOf(text)];
        let seen = '';
        while (seen.length < short.length) seen += rest.shift();
        expect(seen).toBe(short);
      }
      expect(text.endsWith(lastCharacters(text, max))).toBe(true);
    }),
  );
});

test('[FIX-33] a name written from right to left is isolated from the words around it, and no other', () => {
  for (const name of ['שרה', 'Studio محمد', 'ܣܘܪܝܝܐ', 'ދިވެހި', '𞤀𞤣']) expect(isolated(name)).toBe(`\u2068${name}\u2069`);
  for (const name of ['Mira', '山田', 'श्री', '👩‍🎨', '']) expect(isolated(name)).toBe(name);
});
