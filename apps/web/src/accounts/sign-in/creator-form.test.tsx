import { cleanup, screen } from '@testing-library/react';
import { showRoutes } from '../../shell/routes.test-kit.tsx';
import { user } from '../../testing/user.test-kit.ts';
import { startCooldown } from '../cooldown.atoms.ts';
import { CreatorForm } from './creator-form.tsx';

const show = (fromUpload = false) =>
  showRoutes([{ path: '/', element: <CreatorForm fromUpload={fromUpload} onStart={() => {}} onDone={() => {}} /> }]);

beforeEach(() => localStorage.clear());

const payoutFields = ['Venmo Username', 'PayPal Email', 'Bank Name', 'Account Number', 'Routing Number'];

test('[AUTH-14][AUTH-15][AUTH-16][AUTH-17] only the fields of the chosen payment method are shown', async () => {
  show();
  expect(screen.getByRole('radio', { name: 'Venmo' })).toBeChecked();
  expect(screen.getByLabelText('Venmo Username')).toBeVisible();
  const isShown = (label: string) => screen.queryByLabelText(label) !== null;
  const shown = () => payoutFields.filter(isShown);
  expect(shown()).toEqual(['Venmo Username']);
  await user().click(screen.getByRole('radio', { name: 'Bank/ACH' }));
  expect(shown()).toEqual(['Bank Name', 'Account Number', 'Routing Number']);
  for (const label of shown()) expect(screen.getByLabelText(label)).toBeVisible();
  await user().click(screen.getByRole('radio', { name: 'PayPal' }));
  expect(shown()).toEqual(['PayPal Email']);
  expect(screen.getByLabelText('PayPal Email')).toBeVisible();
});

test('[AUTH-36] a field says what is wrong while the user types', async () => {
  show();
  await user().type(screen.getByLabelText('Full Name'), 'M');
  expect(await screen.findByText('Name must be at least 2 characters')).toBeVisible();
});

test('[AUTH-18][AUTH-19] after an initial upload, the button completes it', () => {
  show();
  expect(screen.getByRole('button', { name: 'Create Creator Account' })).toBeEnabled();
  cleanup();
  show(true);
  expect(screen.getByRole('button', { name: 'Complete Upload & Create Account' })).toBeEnabled();
});

test('[AUTH-21][AUTH-38] within a minute of an attempt, even after a reload, the button asks to wait', () => {
  startCooldown();
  show();
  expect(screen.getByRole('button', { name: 'Please wait...' })).toBeDisabled();
});
