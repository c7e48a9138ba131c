import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { showRoutes } from '../../shell/routes.test-kit.tsx';
import { server } from '../../testing/server.test-kit.ts';
import { signIn } from '../../testing/sign-in.test-kit.ts';
import { toasts } from '../../testing/toasts.test-kit.ts';
import { user } from '../../testing/user.test-kit.ts';
import type { MarketItem } from '../offers.ts';
import { samples } from '../samples.ts';
import { ReportItem } from './report-item.tsx';

const reports = 'POST /api/marketplace/arches/reports';
const { sample: _marked, ...published } = samples[2] as MarketItem;
const arches: MarketItem = { ...published, id: 'arches', title: 'Two Arches', creator_id: 'carla' };

const show = (item: MarketItem = arches) => showRoutes([{ path: '/', element: <ReportItem item={item} /> }]);
const opener = () => screen.getByRole('button', { name: 'Report this item' });
const open = async () => {
  show();
  await user().click(opener());
  return within(await screen.findByRole('alertdialog', { name: 'Report “Two Arches”' }));
};

const reason = 'My work, used without permission';
const invalid = { code: 'invalid_input', title: 'Check your input', message: '' };
const details = 'I took this in 2021.';

test('[GAL-08] a visitor reports an item with a reason, a few words, and an email address', async () => {
  server.answer(reports, { position: 9 });
  const dialog = await open();
  await user().click(dialog.getByRole('radio', { name: reason }));
  await user().type(dialog.getByLabelText('What happened?'), details);
  await user().type(dialog.getByLabelText('Your email'), 'paula@example.com');
  await user().click(dialog.getByRole('button', { name: 'Send report' }));
  const report = { reason: 'unlicensed', details, email: 'paula@example.com' };
  expect(server.bodies('POST *')).toEqual([report]);
  expect(server.bodies(reports)).toEqual([report]);
  const thanks = 'Thank you for telling us. A person reads every report.';
  await waitFor(() => expect(toasts()).toEqual([['success', 'Report sent', thanks]]));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await waitFor(() => expect(opener()).toHaveFocus());
});

test('[FIX-19] details that are too long are not cut within an emoji, or anywhere: the server says their limit', async () => {
  server.answer(reports, { position: 9 });
  const dialog = await open();
  const long = `${'x'.repeat(1_998)}👍🏽`;
  await user().click(dialog.getByLabelText('What happened?'));
  await user().paste(long);
  await user().click(dialog.getByRole('button', { name: 'Send report' }));
  await waitFor(() => expect(server.bodies(reports)).toMatchObject([{ details: long }]));
});

test('[GAL-08] errors from the server are shown at their fields', async () => {
  const missing = { reason: 'Please choose a reason', details: 'Say what happened', email: 'Enter an address' };
  server.refuse(reports, 400, { ...invalid, fields: missing });
  const dialog = await open();
  await user().click(dialog.getByRole('button', { name: 'Send report' }));
  expect(await dialog.findByText('Please choose a reason')).toBeVisible();
  expect(dialog.getByRole('group', { name: 'What is wrong?' })).toHaveAccessibleDescription('Please choose a reason');
  expect(dialog.getByLabelText('What happened?')).toBeInvalid();
  expect(dialog.getByLabelText('What happened?')).toHaveAccessibleDescription('Say what happened');
  expect(dialog.getByLabelText('Your email')).toBeInvalid();
  expect(dialog.queryByRole('alert')).toBeNull();
});

test('[GAL-08] if sending fails, the input is kept and the reason is shown', async () => {
  server.lose(reports);
  await signIn({ id: 'acme', email: 'acme@tessera.test', role: 'brand' });
  const dialog = await open();
  expect(dialog.getByText(/we’ll write to acme@tessera.test/)).toBeVisible();
  expect(dialog.queryByLabelText('Your email')).toBeNull();
  await user().click(dialog.getByRole('radio', { name: 'Something else' }));
  await user().type(dialog.getByLabelText('What happened?'), details);
  await user().click(dialog.getByRole('button', { name: 'Send report' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'No connectionThe server could not be reached. Check your connection and try again.',
  );
  expect(dialog.getByLabelText('What happened?')).toHaveValue(details);
  expect(dialog.getByRole('radio', { name: 'Something else' })).toBeChecked();
  server.refuse(reports, 400, { ...invalid, fields: { details: 'Please tell us what happened' } });
  await user().click(dialog.getByRole('button', { name: 'Send report' }));
  expect(await dialog.findByText('Please tell us what happened')).toBeVisible();
  expect(dialog.queryByRole('alert')).toBeNull();
});

test('[GAL-08] samples can’t be reported, and neither can one’s own items', async () => {
  show(samples[2]);
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  await signIn({ id: 'carla', role: 'creator' });
  show();
  expect(screen.queryByRole('button')).toBeNull();
});
