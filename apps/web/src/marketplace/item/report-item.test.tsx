import { ChakraProvider } from '@chakra-ui/react';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'jotai';
import { ApiError } from '../../kernel/send.ts';
import { auth, sessionOf } from '../../kernel/session.test-kit.ts';
import { store } from '../../kernel/store.ts';
import { system } from '../../theme/system.ts';
import type { MarketItem } from '../offers.ts';
import { samples } from '../samples.ts';
import { ReportItem } from './report-item.tsx';

const { posted, toasts } = vi.hoisted(() => ({
  posted: vi.fn<(path: string, body: unknown) => Promise<unknown>>(),
  toasts: { success: vi.fn(), error: vi.fn() },
}));
vi.mock('../../kernel/send.ts', async (original) => ({ ...(await original<object>()), post: posted }));
vi.mock('../../kernel/toast.tsx', () => ({ toast: toasts }));

const { sample: _marked, ...published } = samples[2] as MarketItem;
const arches: MarketItem = { ...published, id: 'arches', title: 'Two Arches', creator_id: 'carla' };

const show = (item: MarketItem = arches) =>
  render(
    <Provider store={store}>
      <ChakraProvider value={system}>
        <ReportItem item={item} />
      </ChakraProvider>
    </Provider>,
  );
const opener = () => screen.getByRole('button', { name: 'Report this item' });
const open = async () => {
  show();
  await userEvent.click(opener());
  return within(await screen.findByRole('alertdialog', { name: 'Report “Two Arches”' }));
};
const signIn = async (userType: string, id: string) => {
  const user = { id, email: `${id}@tessera.test`, user_metadata: { userType } };
  vi.stubGlobal('fetch', async () => Response.json(sessionOf(user)));
  await act(() => auth.signInWithPassword({ email: user.email, password: 'secret12' }));
};

beforeEach(() => vi.resetAllMocks());
afterEach(async () => {
  await act(() => auth.signOut({ scope: 'local' }));
  vi.unstubAllGlobals();
});

const reason = 'My work, used without permission';
const details = 'I took this in 2021.';

test('[GAL-08] a visitor reports an item with a reason, a few words, and an email address', async () => {
  posted.mockResolvedValue({ position: 9 });
  const dialog = await open();
  await userEvent.click(dialog.getByRole('radio', { name: reason }));
  await userEvent.type(dialog.getByLabelText('What happened?'), details);
  await userEvent.type(dialog.getByLabelText('Your email'), 'paula@example.com');
  await userEvent.click(dialog.getByRole('button', { name: 'Send report' }));
  const report = { reason: 'unlicensed', details, email: 'paula@example.com' };
  expect(posted.mock.calls).toEqual([['/api/marketplace/arches/reports', report]]);
  expect(toasts.success).toHaveBeenCalledWith('Report sent', expect.stringContaining('A person reads every report'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await waitFor(() => expect(opener()).toHaveFocus());
});

test('[GAL-08] errors from the server are shown at their fields', async () => {
  const missing = { reason: 'Please choose a reason', details: 'Say what happened', email: 'Enter an address' };
  posted.mockRejectedValue(new ApiError(400, 'invalid_input', 'Check your input', '', missing));
  const dialog = await open();
  await userEvent.click(dialog.getByRole('button', { name: 'Send report' }));
  expect(await dialog.findByText('Please choose a reason')).toBeVisible();
  expect(dialog.getByRole('group', { name: 'What is wrong?' })).toHaveAccessibleDescription('Please choose a reason');
  expect(dialog.getByLabelText('What happened?')).toBeInvalid();
  expect(dialog.getByLabelText('What happened?')).toHaveAccessibleDescription('Say what happened');
  expect(dialog.getByLabelText('Your email')).toBeInvalid();
  expect(dialog.queryByRole('alert')).toBeNull();
});

test('[GAL-08] if sending fails, the input is kept and the reason is shown', async () => {
  posted.mockRejectedValueOnce(new ApiError(0, 'no_answer', 'No connection', 'Check your connection.'));
  await signIn('brand', 'acme');
  const dialog = await open();
  expect(dialog.getByText(/we’ll write to acme@tessera.test/)).toBeVisible();
  expect(dialog.queryByLabelText('Your email')).toBeNull();
  await userEvent.click(dialog.getByRole('radio', { name: 'Something else' }));
  await userEvent.type(dialog.getByLabelText('What happened?'), details);
  await userEvent.click(dialog.getByRole('button', { name: 'Send report' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('No connectionCheck your connection.');
  expect(dialog.getByLabelText('What happened?')).toHaveValue(details);
  expect(dialog.getByRole('radio', { name: 'Something else' })).toBeChecked();
  posted.mockRejectedValueOnce(
    new ApiError(400, 'invalid_input', 'Check your input', '', { details: 'Please tell us what happened' }),
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Send report' }));
  expect(await dialog.findByText('Please tell us what happened')).toBeVisible();
  expect(dialog.queryByRole('alert')).toBeNull();
});

test('[GAL-08] samples can’t be reported, and neither can one’s own items', async () => {
  const { unmount } = show(samples[2]);
  expect(screen.queryByRole('button')).toBeNull();
  unmount();
  await signIn('creator', 'carla');
  show();
  expect(screen.queryByRole('button')).toBeNull();
});
