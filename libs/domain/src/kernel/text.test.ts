import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparable, manyLines, oneLine, normalized } from './text.ts';

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
