import { act, screen } from '@testing-library/react';
import { CreatorSignUpForm, creatorPayloadOf } from '@tessera/domain/accounts/forms';
import type { CreatorProfilePayload } from '@tessera/domain/accounts/forms';
import { useEffect } from 'react';
import { useClassForm } from '../../kernel/forms/form.tsx';
import { clearReferral, validateReferral } from '../../referrals/invitation.atoms.ts';
import { showRoutes } from '../../shell/routes.test-kit.tsx';
import { server } from '../../testing/server.test-kit.ts';
import { user } from '../../testing/user.test-kit.ts';
import { ReferralField } from './referral-field.tsx';

const validityOf = (code: string) => `GET /api/referral-codes/${code}/validity`;
const valid = { valid: true, referrer_id: 'creator-1' };
const invalid = { valid: false, referrer_id: null };

let payload: () => CreatorProfilePayload;
const Field = () => {
  const form = useClassForm(CreatorSignUpForm);
  useEffect(() => {
    payload = () => creatorPayloadOf(form.getValues());
  }, [form]);
  return <ReferralField form={form} />;
};
const show = () => showRoutes([{ path: '/', Component: Field }]);

const input = () => screen.getByLabelText(/referral code/i);

beforeEach(() => act(() => clearReferral()));

test('[REF-44] the referral code is optional, and its field explains what to enter', () => {
  show();
  expect(input()).toBeEnabled();
  expect(screen.getByLabelText('Referral Code (optional)')).toBe(input());
  expect(screen.getByRole('status')).toHaveTextContent('8 letters and digits from the creator who invited you');
});

test('[REF-45] [REF-47] [REF-48] a complete code is validated immediately: the field is disabled, then says it is valid', async () => {
  const validation = server.hold(validityOf('7K3M9XQ2'));
  show();
  await user().type(input(), '7k3m9xq2');
  expect(screen.getByRole('status')).toHaveTextContent('Validating code...');
  expect(input()).toBeDisabled();
  await validation.answer(valid);
  expect(screen.getByRole('status')).toHaveTextContent('Valid referral code ✓');
  expect(input()).toBeEnabled();
  expect(input()).toHaveFocus();
  expect(input()).toHaveValue('7K3M9XQ2');
  expect(payload()).toMatchObject({ referral_code: '7K3M9XQ2', referral_source: 'manual' });
});

test('[REF-46] an invalid code shows a message at the field until it is changed', async () => {
  const validation = server.hold(validityOf('00000000'));
  show();
  await user().type(input(), '00000000');
  await validation.answer(invalid);
  expect(screen.getByRole('status')).toHaveTextContent('Invalid referral code or validation timeout');
  expect(input()).toHaveAttribute('aria-invalid', 'true');
  await user().keyboard('{Backspace}');
  expect(screen.getByRole('status')).not.toHaveTextContent('Invalid');
  expect(input()).toHaveValue('0000000');
});

test('text that isn’t a code is validated when the field loses the focus', async () => {
  const validation = server.hold(validityOf('friend'));
  show();
  await user().type(input(), 'friend');
  expect(input()).toBeEnabled();
  await user().tab();
  await validation.answer(invalid);
  expect(screen.getByRole('status')).toHaveTextContent('Invalid referral code or validation timeout');
});

test('a code from the address is filled in, and sent as coming from a link', async () => {
  server.answer(validityOf('7K3M9XQ2'), valid);
  show();
  await act(() => validateReferral('7K3M9XQ2', 'url'));
  expect(input()).toHaveValue('7K3M9XQ2');
  expect(payload()).toMatchObject({ referral_code: '7K3M9XQ2', referral_source: 'url' });
});

test('without a code, no referral is sent', () => {
  show();
  expect(payload()).not.toHaveProperty('referral_code');
  expect(payload()).not.toHaveProperty('referral_source');
});
