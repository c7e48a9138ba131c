import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idOfStream, assertNever, streamOf } from './decider.ts';
import { defineFailure, isFailure } from './failure.ts';
import { plainText } from './text.ts';

test('a stream’s name consists of its category and id, and any id can be read back', () => {
  expect(streamOf({ category: 'order' }, 'a-1')).toBe('order-a-1');
  fc.assert(
    fc.property(fc.string(), (id) => {
      expect(idOfStream(streamOf({ category: 'order' }, id))).toBe(id);
    }),
  );
});

test('an unexpected case throws an error that names it', () => {
  expect(() => assertNever({ kind: 'fly' } as never)).toThrow('Unexpected case: {"kind":"fly"}');
});

test('a refusal has its own words, or those given for the occasion', () => {
  const closed = defineFailure('closed', 'Closed', 'It is closed.');
  expect(closed()).toEqual({ failure: 'closed', title: 'Closed', message: 'It is closed.' });
  expect(closed({ message: 'It closes at noon.', fields: { at: 'Too late' } })).toEqual({
    failure: 'closed',
    title: 'Closed',
    message: 'It closes at noon.',
    fields: { at: 'Too late' },
  });
  expect(isFailure(closed())).toBe(true);
  for (const value of [undefined, null, 'failure', 409, [], { title: 'Closed' }]) expect(isFailure(value)).toBe(false);
});

test('names are sorted without regard to case and accents', () => {
  expect(['Émile', 'emile', 'ÉMILE', 'Zürich ÅB', 'ﬁne'].map(plainText)).toEqual([
    'emile',
    'emile',
    'emile',
    'zurich ab',
    'fine',
  ]);
});
