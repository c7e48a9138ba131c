import { expect, test } from 'vitest';
import { messagesOf } from '../../kernel/form-messages.test-kit.ts';
import { OwnPasswordForm, PasskeyForm } from './second-factor-forms.ts';

const shown = { factor_id: 'factor-1', challenge_id: 'challenge-1', credential_response: {} };
const withPasskey = (passkey: unknown) => messagesOf(Object.assign(new OwnPasswordForm(), { password: 'x', passkey }));
const refused = { passkey: 'Please use a passkey, or enter a code' };

test('a passkey response has the ids of its factor and its challenge', () => {
  expect(withPasskey(undefined)).toEqual({});
  expect(withPasskey(shown)).toEqual({});
  expect(withPasskey({ ...shown, factor_id: 'x'.repeat(40), challenge_id: 'x'.repeat(40) })).toEqual({});
});

test.each([
  ['without the factor', { ...shown, factor_id: undefined }],
  ['without the challenge', { ...shown, challenge_id: undefined }],
  ['with an id that is no text', { ...shown, factor_id: [1] }],
  ['with an id that is too long', { ...shown, challenge_id: 'x'.repeat(41) }],
  ['that is a text', 'passkey'],
])('a passkey %s is refused', (_which, passkey) => {
  expect(withPasskey(passkey)).toEqual(refused);
});

test('a passkey doesn’t need a name', () => {
  expect(new PasskeyForm().name).toBe('');
});
