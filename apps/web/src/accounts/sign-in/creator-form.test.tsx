import { ChakraProvider } from '@chakra-ui/react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { system } from '../../theme/system.ts';
import { startCooldown } from '../cooldown.atoms.ts';
import { CreatorForm } from './creator-form.tsx';

const show = (fromUpload = false) =>
  render(
    <ChakraProvider value={system}>
      <MemoryRouter>
        <CreatorForm fromUpload={fromUpload} onStart={() => {}} onDone={() => {}} />
      </MemoryRouter>
    </ChakraProvider>,
  );

beforeEach(() => localStorage.clear());

const payoutFields = ['Venmo Username', 'PayPal Email', 'Bank Name', 'Account Number', 'Routing Number'];

test('[AUTH-14][AUTH-15][AUTH-16][AUTH-17] only the fields of the chosen payment method are shown', async () => {
  const user = userEvent.setup();
  show();
  expect(screen.getByRole('radio', { name: 'Venmo' })).toBeChecked();
  expect(screen.getByLabelText('Venmo Username')).toBeVisible();
  const isShown = (label: string) => screen.queryByLabelText(label) !== null;
  const shown = () => payoutFields.filter(isShown);
  expect(shown()).toEqual(['Venmo Username']);
  await user.click(screen.getByRole('radio', { name: 'Bank/ACH' }));
  expect(shown()).toEqual(['Bank Name', 'Account Number', 'Routing Number']);
  for (const label of shown()) expect(screen.getByLabelText(label)).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'PayPal' }));
  expect(shown()).toEqual(['PayPal Email']);
  expect(screen.getByLabelText('PayPal Email')).toBeVisible();
});

test('[AUTH-36] a field says what is wrong while the user types', async () => {
  const user = userEvent.setup();
  show();
  await user.type(screen.getByLabelText('Full Name'), 'M');
  expect(await screen.findByText('Name must be at least 2 characters')).toBeVisible();
});

test('[AUTH-18][AUTH-19] after an initial upload, the button completes it', () => {
  const { unmount } = show();
  expect(screen.getByRole('button', { name: 'Create Creator Account' })).toBeEnabled();
  unmount();
  show(true);
  expect(screen.getByRole('button', { name: 'Complete Upload & Create Account' })).toBeEnabled();
});

test('[AUTH-21][AUTH-38] within a minute of an attempt, even after a reload, the button asks to wait', () => {
  startCooldown();
  show();
  expect(screen.getByRole('button', { name: 'Please wait...' })).toBeDisabled();
});
