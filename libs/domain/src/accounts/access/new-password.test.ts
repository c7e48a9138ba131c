import fc from 'fast-check';
import { expect, test } from 'vitest';
import { weaknessOf } from './new-password.ts';

const owner = { email: 'hello.there@studio.test', names: ['Mara Lind', 'Northwind Coffee'] };
const uncommon = () => false;

test.each([
  'hello.there@studio.test',
  'HELLO.THERE@STUDIO.TEST',
  'hello.there',
  'hello\u200bthere',
  'Mara Lind',
  'mara-lind',
  'MaraLind',
  'northwindcoffee',
])('[SEC-07] a person’s own name or address is refused as a password: %s', (password) => {
  expect(weaknessOf(password, owner, uncommon)).toContain('your name or email address');
});

test('[SEC-07] a common password is refused', () => {
  const isCommon = (password: string) => password === 'iloveyou1';
  expect(weaknessOf('iloveyou1', owner, isCommon)).toContain('Many people use this password');
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
