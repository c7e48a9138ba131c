import { fireEvent, screen, waitFor } from '@testing-library/react';
import { showRoutes } from '../../shell/routes.test-kit.tsx';
import { server } from '../../testing/server.test-kit.ts';
import { sessionOf } from '../../testing/sign-in.test-kit.ts';
import { user } from '../../testing/user.test-kit.ts';
import { acme } from '../auth.test-kit.tsx';
import { BrandForm } from './brand-form.tsx';

const signUp = 'POST /auth/v1/signup';

test('[API-05] a brand signs up with what is in its fields, under the names of the payload', async () => {
  server.answer(signUp, sessionOf(acme));
  showRoutes([{ path: '/', element: <BrandForm onStart={() => {}} onDone={() => {}} /> }]);
  const password = 'loud-harbour-at-night';
  for (const [label, text] of Object.entries({
    'Contact Name': 'Bo Buyer',
    Email: acme.email,
    Password: password,
    Phone: '+1 555 010 2030',
    'Brand Name': 'Acme',
    'Brand Website': 'https://acme.test',
  })) {
    fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
  }
  await user().click(screen.getByRole('button', { name: 'Create Brand Account' }));
  await waitFor(() => expect(server.bodies(signUp)).toHaveLength(1));
  expect(server.bodies(signUp)[0]).toMatchObject({ email: acme.email, password });
  expect(server.bodies(signUp)[0]).toHaveProperty('data', {
    userType: 'brand',
    profile: {
      name: 'Bo Buyer',
      email: acme.email,
      phone: '+1 555 010 2030',
      brand_name: 'Acme',
      brand_url: 'https://acme.test',
    },
  });
});
