import fc from 'fast-check';
import { expect, test } from 'vitest';
import { weaknessOf } from './new-password.ts';

const owner = { email: 'hello.there@studio.test', names: ['Mara Lind', 'Northwind Coffee'] };
const uncommon = () => false;

const ownAddress = 'Your password can’t be your email address or the start of it. Please choose another one.';
const ownName = 'Your password can’t be your name. Please choose another one.';

test.each([
  ['hello.there@studio.test', ownAddress],
  ['HELLO.THERE@STUDIO.TEST', ownAddress],
  ['hello.there', ownAddress],
  ['hello\u200bthere', ownAddress],
  ['Mara Lind', ownName],
  ['mara-lind', ownName],
  ['MaraLind', ownName],
  ['northwindcoffee', ownName],
])('[SEC-07] a person’s own name or address is refused as a password: %s', (password, words) => {
  expect(weaknessOf(password, owner, uncommon)).toBe(words);
});

test('[SEC-07] a common password is refused', () => {
  const isCommon = (password: string) => password === 'iloveyou1';
  expect(weaknessOf('iloveyou1', owner, isCommon)).toBe(
    'Many people use this password, so it is easy to guess. Please choose another one.',
  );
  expect(weaknessOf('iloveyou-tessera', owner, isCommon)).toBeNull();
});

test('[SEC-07] a leading or trailing space is refused, because it is easily missed when typing; inner spaces are kept', () => {
  fc.assert(
    fc.property(fc.constantFrom(' ', '\t', '\u00a0', '\u3000'), fc.string({ minLength: 1 }), (space, text) => {
      expect(weaknessOf(`${space}${text}`, owner, uncommon)).toContain('space');
      expect(weaknessOf(`${text}${space}`, owner, uncommon)).toContain('space');
    }),
  );
  expect(weaknessOf('a quiet harbor at dawn', owner, uncommon)).toBeNull();
});

test('[SEC-07] a password of symbols only never counts as a name', () => {
  expect(weaknessOf('!!!???!!!', { email: 'a@b.test', names: ['', '...'] }, uncommon)).toBeNull();
});
