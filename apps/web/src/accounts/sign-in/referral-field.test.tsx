import { ChakraProvider } from '@chakra-ui/react';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CreatorSignUpForm, creatorPayloadOf } from '@tessera/domain/accounts/forms';
import type { CreatorProfilePayload } from '@tessera/domain/accounts/forms';
import { Provider } from 'jotai';
import { useEffect } from 'react';
import { useClassForm } from '../../kernel/forms/form.tsx';
import { clearReferral, validateReferral } from '../../referrals/invitation.atoms.ts';
import { store } from '../../kernel/store.ts';
import { system } from '../../theme/system.ts';
import { ReferralField } from './referral-field.tsx';

const answers = vi.hoisted(() => ({
  ask: (_path: string): Promise<unknown> => Promise.reject(new Error('not asked')),
}));
vi.mock('../../kernel/send.ts', () => ({ ApiError: Error, get: (path: string) => answers.ask(path) }));

let payload: () => CreatorProfilePayload;
const Field = () => {
  const form = useClassForm(CreatorSignUpForm);
  useEffect(() => {
    payload = () => creatorPayloadOf(form.getValues());
  }, [form]);
  return <ReferralField form={form} />;
};
const show = () =>
  render(
    <Provider store={store}>
      <ChakraProvider value={system}>
        <Field />
      </ChakraProvider>
    </Provider>,
  );

const input = () => screen.getByLabelText(/referral code/i);
/** The server's answer to the one question, when the test gives it. */
const held = () => {
  let give: (value: unknown) => void = () => {};
  answers.ask = () => new Promise((resolve) => (give = resolve));
  return (value: unknown) => act(async () => give(value));
};

beforeEach(() => act(() => clearReferral()));

test('[REF-44] the referral code is optional, and its field explains what to enter', () => {
  show();
  expect(input()).toBeEnabled();
  expect(screen.getByLabelText('Referral Code (optional)')).toBe(input());
  expect(screen.getByRole('status')).toHaveTextContent('8 letters and digits from the creator who invited you');
});

test('[REF-45] [REF-47] [REF-48] a complete code is validated immediately: the field is disabled, then says it is valid', async () => {
  const answer = held();
  const user = userEvent.setup();
  show();
  await user.type(input(), '7k3m9xq2');
  expect(screen.getByRole('status')).toHaveTextContent('Validating code...');
  expect(input()).toBeDisabled();
  await answer({ valid: true, referrer_id: 'creator-1' });
  expect(screen.getByRole('status')).toHaveTextContent('Valid referral code ✓');
  expect(input()).toBeEnabled();
  expect(input()).toHaveFocus();
  expect(input()).toHaveValue('7K3M9XQ2');
  expect(payload()).toMatchObject({ referral_code: '7K3M9XQ2', referral_source: 'manual' });
});

test('[REF-46] an invalid code shows a message at the field until it is changed', async () => {
  const answer = held();
  const user = userEvent.setup();
  show();
  await user.type(input(), '00000000');
  await answer({ valid: false, referrer_id: null });
  expect(screen.getByRole('status')).toHaveTextContent('Invalid referral code or validation timeout');
  expect(input()).toHaveAttribute('aria-invalid', 'true');
  await user.keyboard('{Backspace}');
  expect(screen.getByRole('status')).not.toHaveTextContent('Invalid');
  expect(input()).toHaveValue('0000000');
});

test('text that isn’t a code is validated when the field loses the focus', async () => {
  const answer = held();
  const user = userEvent.setup();
  show();
  await user.type(input(), 'friend');
  expect(input()).toBeEnabled();
  await user.tab();
  await answer({ valid: false, referrer_id: null });
  expect(screen.getByRole('status')).toHaveTextContent('Invalid referral code or validation timeout');
});

test('a code from the address is filled in, and sent as coming from a link', async () => {
  answers.ask = () => Promise.resolve({ valid: true, referrer_id: 'creator-1' });
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
