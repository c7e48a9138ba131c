import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messagesOf } from '../kernel/form-messages.test-kit.ts';
import { given } from '../kernel/given.test-kit.ts';
import { normalized } from '../kernel/text.ts';
import { codeBytes, codeCharacters, codeOf, readCode } from './code-format.ts';
import { ReferralCodeForm } from './forms.ts';
import { codeNotFound, codeTaken, referralCode, referralCodeCreated, referralCodeDeleted } from './referral-code.ts';
import type { ReferralCodeCommand, ReferralCodeCreatedData, ReferralCodeEvent } from './referral-code.ts';

const bytes = fc.uint8Array({ minLength: codeBytes, maxLength: codeBytes });

const created: ReferralCodeCreatedData = {
  code_id: 'code-1',
  code: '7K3M9XQ2',
  creator_id: 'creator-1',
  description: 'For the workshop',
  created_at: '2026-11-21T10:00:00.000Z',
};
const deleted = { code_id: 'code-1', code: '7K3M9XQ2', creator_id: 'creator-1' };

test('[API-52] a code is eight characters of Crockford base32: digits and capitals without I, L, O and U', () => {
  fc.assert(
    fc.property(bytes, (drawn) => {
      expect(codeOf(drawn)).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    }),
  );
  expect(codeBytes).toBe(5);
  expect(codeOf(Uint8Array.of(0, 0, 0, 0, 0))).toBe('00000000');
  expect(codeOf(Uint8Array.of(255, 255, 255, 255, 255))).toBe('ZZZZZZZZ');
});

test('codes of different random bytes are different', () => {
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      expect(codeOf(one) === codeOf(other)).toBe(one.join() === other.join());
    }),
  );
});

test('a code is read however it is typed: lowercase, spaces, hyphens, O for 0, I and L for 1', () => {
  expect(readCode(' 7k3m-9xq2 ')).toBe('7K3M9XQ2');
  expect(readCode('OoIiLl00')).toBe('00111100');
  fc.assert(
    fc.property(bytes, (drawn) => {
      const code = codeOf(drawn);
      const typed = code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
      expect(readCode(`${typed.slice(0, 4)}-${typed.slice(4)}`)).toBe(code);
    }),
  );
});

test.each(['７ｋ３ｍ－９ｘｑ２', '٧K٣M٩XQ٢', '७K३M\u00a0९XQ२'])(
  '[FIX-25] a code is read in the digits and letters of any width and script: %s',
  (typed) => {
    expect(readCode(typed)).toBe('7K3M9XQ2');
  },
);

test('text that isn’t a code is not read as one', () => {
  for (const typed of ['', '7K3M9XQ', '7K3M9XQ23', '7K3M9XU2', '7K3M9X!2']) expect(readCode(typed)).toBeNull();
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const code = readCode(typed);
      if (code !== null) expect(code).toHaveLength(codeCharacters);
    }),
  );
});

test('[API-28] a code is created for its creator, with the description', () => {
  const decided = given(referralCode).when({ kind: 'create', created });
  expect(decided).toEqual([referralCodeCreated.of(created)]);
});

test('[API-29] only its creator can delete it', () => {
  const history = [referralCodeCreated.of(created)];
  const remove = (creator_id: string) => given(referralCode, history).when({ kind: 'delete', creator_id });
  expect(remove('creator-1')).toEqual([referralCodeDeleted.of(deleted)]);
  expect(remove('creator-2')).toEqual(codeNotFound());
  expect(given(referralCode).when({ kind: 'delete', creator_id: 'creator-1' })).toEqual(codeNotFound());
});

test('[API-30] no code is issued twice, not even after it was deleted', () => {
  const again: ReferralCodeCommand = { kind: 'create', created: { ...created, code_id: 'code-2' } };
  const history = [referralCodeCreated.of(created)];
  expect(given(referralCode, history).when(again)).toEqual(codeTaken());
  expect(given(referralCode, [...history, referralCodeDeleted.of(deleted)]).when(again)).toEqual(codeTaken());
});

test('creating or deleting a code again with the same request changes nothing', () => {
  const open = [referralCodeCreated.of(created)];
  const gone = [...open, referralCodeDeleted.of(deleted)];
  expect(given(referralCode, open).when({ kind: 'create', created })).toEqual([]);
  expect(given(referralCode, gone).when({ kind: 'delete', creator_id: 'creator-1' })).toEqual([]);
  expect(given(referralCode, gone).when({ kind: 'delete', creator_id: 'creator-2' })).toEqual(codeNotFound());
  expect(given(referralCode, gone).when({ kind: 'create', created })).toEqual(codeTaken());
  expect(given(referralCode, open).state()).toEqual({ status: 'open', code: created });
  expect(given(referralCode, gone).state()).toEqual({ status: 'deleted', code: deleted });
  expect(given(referralCode).state()).toEqual({ status: 'none' });
});

const commands: fc.Arbitrary<ReferralCodeCommand> = fc.oneof(
  fc.record({
    kind: fc.constant('create' as const),
    created: fc
      .constantFrom('1', '2')
      .map((number) => ({ ...created, code_id: `code-${number}`, creator_id: `creator-${number}` })),
  }),
  fc.record({ kind: fc.constant('delete' as const), creator_id: fc.constantFrom('creator-1', 'creator-2') }),
);

test('whatever the commands, each repeated immediately, a code has at most one creator, one creation and one deletion', () => {
  fc.assert(
    fc.property(fc.array(commands), (list) => {
      const history: ReferralCodeEvent[] = [];
      for (const command of list.flatMap((each) => [each, each])) {
        const decided = given(referralCode, history).when(command);
        if (!('failure' in decided)) history.push(...decided);
      }
      const count = (type: string) => history.filter((event) => event.type === type).length;
      expect(count('ReferralCodeCreated')).toBeLessThanOrEqual(1);
      expect(count('ReferralCodeDeleted')).toBeLessThanOrEqual(count('ReferralCodeCreated'));
      expect(new Set(history.map(({ data }) => data.creator_id)).size).toBeLessThanOrEqual(1);
    }),
  );
});

test('[REF-05] the description is optional, and at most 120 characters', () => {
  const form = (description?: string) => Object.assign(new ReferralCodeForm(), { description });
  expect(new ReferralCodeForm().description).toBe('');
  expect(messagesOf(form())).toEqual({});
  expect(messagesOf(form('x'.repeat(120)))).toEqual({});
  expect(messagesOf(form('For the workshop'))).toEqual({});
  expect(messagesOf(form('x'.repeat(121)))).toEqual({ description: 'A description can have at most 120 characters' });
  expect(normalized(ReferralCodeForm.normalizers, { description: 'For\nthe\0workshop' })).toEqual({
    description: 'For the workshop',
  });
});
