import { ChakraProvider } from '@chakra-ui/react';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider, createStore } from 'jotai';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { ApiError } from '../../kernel/send.ts';
import { store } from '../../kernel/store.ts';
import { system } from '../../theme/system.ts';
import { adminSessionAtom } from '../admin-session.atoms.ts';
import { queries } from '../../kernel/reading/queries.ts';
import { newAdminPassword } from './integrations.atoms.ts';
import { AdminStatusPage } from './status.page.tsx';

interface Call {
  readonly action: string;
  readonly password?: string;
}
const { posted, got, toasts } = vi.hoisted(() => ({
  posted: vi.fn<(path: string, body: Call) => Promise<unknown>>(),
  got: vi.fn<(path: string) => Promise<unknown>>(),
  toasts: { error: vi.fn(), warning: vi.fn(), info: vi.fn(), success: vi.fn() },
}));
vi.mock('../../kernel/send.ts', async (original) => ({
  ...(await original<typeof import('../../kernel/send.ts')>()),
  get: (await import('../tasks/tasks.test-kit.ts')).withNoTasks(got),
  post: posted,
}));
vi.mock('../../kernel/toast.tsx', () => ({ toast: toasts }));

/** What each action of the two functions returns or throws. */
let answers: Record<string, unknown>;
const refusal = (title: string, message: string) => new ApiError(409, 'refused', title, message);
const found = (deployed: boolean) => ({ deployed, version: '1', checkoutHost: 'tessera.example' });

const open = (automation: unknown) => {
  got.mockResolvedValue(automation);
  // A new store, without the state that another test has loaded.
  const page = createStore();
  page.set(adminSessionAtom, store.get(adminSessionAtom));
  return render(
    <Provider store={page}>
      <ChakraProvider value={system}>
        <MemoryRouter initialEntries={['/admin/status']}>
          <Routes>
            <Route path="/admin/status" element={<AdminStatusPage />} />
            <Route path="/admin" element={<p>The login</p>} />
          </Routes>
        </MemoryRouter>
      </ChakraProvider>
    </Provider>,
  );
};

const panel = (name: string) => within(screen.getByRole('region', { name }));
const deployment = () => panel('Store integration').getByRole('status');
const automationPanel = () => panel('Automation service');

const configured = { token: 'configured', team_id: null };
const connect = async (team: string) => {
  const field = await screen.findByLabelText('Team ID');
  if (team) await userEvent.type(field, team);
  await userEvent.click(screen.getByRole('button', { name: 'Connect' }));
};

beforeEach(() => {
  vi.clearAllMocks();
  queries.clear();
  answers = { 'status-check': found(false), deploy: found(true) };
  posted.mockImplementation((_path, { action }) => {
    const answer = answers[action] ?? {};
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
  store.set(adminSessionAtom, { access_token: 'token', expires_at: Date.now() / 1000 + 3_600 });
});

it('[ROUTE-28] without an admin the status page redirects to the login', async () => {
  store.set(adminSessionAtom, null);
  open(configured);
  expect(await screen.findByText('The login')).toBeVisible();
});

it('[ROUTE-27] [INT-01] [INT-02] [INT-03] [INT-08] [INT-09] it checks the store integration, and says what to do', async () => {
  open(configured);
  expect(deployment()).toHaveTextContent('Checking…');
  expect(screen.getByRole('button', { name: 'Deploy' })).toBeDisabled();
  expect(await screen.findByText('Needs deploy')).toBeVisible();
  expect(deployment()).toHaveTextContent('Needs deploy');
  expect(posted.mock.calls).toEqual([
    ['/functions/v1/store-integration', { action: 'status-check' }, { token: 'token' }],
  ]);
  expect(screen.getByText('tessera.example')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Setup instructions' })).toHaveTextContent('Press Deploy');
  expect(screen.getByRole('button', { name: 'Deploy' })).toBeEnabled();
});

it('[INT-08] [INT-09] it recognizes an existing deployment', async () => {
  answers['status-check'] = found(true);
  open(configured);
  expect(deployment()).toHaveTextContent('Checking…');
  expect(await screen.findByText('Deployed')).toBeVisible();
  expect(deployment()).toHaveTextContent('Deployed');
});

it('[INT-08] a failed check is an error, and says why', async () => {
  answers['status-check'] = refusal('Temporarily unavailable', 'The log could not be reached.');
  open(configured);
  expect(await screen.findByRole('alert')).toHaveTextContent('The log could not be reached.');
  expect(deployment()).toHaveTextContent('Error');
});

it('[INT-08] [INT-10] a deploy runs, and the integration is deployed', async () => {
  open(configured);
  await screen.findByText('Needs deploy');
  let finish = () => {};
  posted.mockImplementationOnce(() => new Promise((resolve) => (finish = () => resolve(found(true)))));
  await userEvent.click(screen.getByRole('button', { name: 'Deploy' }));
  expect(await screen.findByRole('button', { name: 'Deploying…' })).toBeVisible();
  expect(screen.getByText('Deploying…', { ignore: 'button, button *' })).toBeVisible();
  finish();
  expect(await screen.findByText('Deployed')).toBeVisible();
});

it('[INT-08] [INT-10] [INT-11] a failed deployment shows an error on the page and in a toast', async () => {
  answers['deploy'] = refusal('Deployment Failed', 'The gateway did not answer.');
  open(configured);
  await screen.findByText('Needs deploy');
  await userEvent.click(screen.getByRole('button', { name: 'Deploy' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The gateway did not answer.');
  expect(toasts.error).toHaveBeenCalledWith('Deployment Failed', 'The gateway did not answer.');
  expect(deployment()).toHaveTextContent('Error');
});

it('[INT-07] [INT-12] a missing token is reported once that is known', async () => {
  open({ token: 'missing', team_id: null });
  expect(automationPanel().getByText('Checking…')).toBeVisible();
  expect(screen.queryByText('Missing API Token')).toBeNull();
  expect(await screen.findByText('Missing API Token')).toBeVisible();
  expect(automationPanel().getByText('Token missing')).toBeVisible();
  expect(screen.queryByLabelText('Team ID')).toBeNull();
});

it('[INT-12] a configured token is reported once that is known', async () => {
  open(configured);
  expect(automationPanel().getByText('Checking…')).toBeVisible();
  expect(screen.queryByLabelText('Team ID')).toBeNull();
  expect(await screen.findByLabelText('Team ID')).toBeVisible();
  expect(automationPanel().getByText('Token configured')).toBeVisible();
  expect(screen.queryByText('Missing API Token')).toBeNull();
});

it('[INT-04] [INT-13] a connection needs a team ID', async () => {
  open(configured);
  await connect('');
  expect(await screen.findByText('Please provide your team ID')).toBeVisible();
  expect(posted).not.toHaveBeenCalledWith(expect.any(String), expect.objectContaining({ action: 'test-connection' }));
});

it('[INT-06] [INT-14] a refused team shows an error at the field and in a toast', async () => {
  answers['test-connection'] = refusal('Connection Failed', 'No such team.');
  open(configured);
  await connect('nobody');
  expect(await screen.findByText('No such team.')).toBeVisible();
  expect(toasts.error).toHaveBeenCalledWith('Connection Failed', 'No such team.');
  expect(screen.queryByLabelText('Admin email')).toBeNull();
});

it('[INT-06] [INT-15] [FIX-12] a team that could not be saved is connected with a warning and can be retried; creating an admin has to wait for it', async () => {
  answers['store-credentials'] = refusal('Temporarily unavailable', 'Later.');
  open(configured);
  await connect('team-1');
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(toasts.warning.mock.calls).toEqual([["Connected, but couldn't save configuration for future use."]]);
  expect(toasts.success).not.toHaveBeenCalled();
  expect(screen.queryByLabelText('Admin email')).toBeNull();
  delete answers['store-credentials'];
  await userEvent.click(again);
  expect(await screen.findByLabelText('Admin email')).toBeVisible();
  expect(toasts.success).toHaveBeenCalledWith('Connected', 'The automation service knows this team.');
});

it('[INT-05] [INT-06] [INT-16] an admin can be created only after a connection; a refusal shows an error', async () => {
  answers['create-admin-user'] = refusal('Admin Creation Failed', 'There is one already.');
  open(configured);
  await screen.findByLabelText('Team ID');
  expect(screen.queryByLabelText('Admin email')).toBeNull();
  await connect('team-1');
  await userEvent.type(await screen.findByLabelText('Admin email'), 'second@tessera.example');
  await userEvent.click(screen.getByRole('button', { name: 'Create admin user' }));
  expect(await screen.findByText('There is one already.')).toBeVisible();
  expect(toasts.error).toHaveBeenCalledWith('Admin Creation Failed', 'There is one already.');
});

it('[INT-17] the new admin’s password is generated in the browser, sent once and shown once', async () => {
  open({ token: 'configured', team_id: 'team-1' });
  await userEvent.type(await screen.findByLabelText('Admin email'), 'second@tessera.example');
  await userEvent.click(screen.getByRole('button', { name: 'Create admin user' }));
  await screen.findByText('second@tessera.example');
  const sent = posted.mock.calls.map(([, body]) => body).find(({ action }) => action === 'create-admin-user');
  expect(sent?.password).toMatch(/^[a-zA-Z2-9]{16}$/);
  expect(screen.getByText(sent?.password ?? '')).toBeVisible();
});

it('[INT-17] no two generated passwords are the same', () => {
  const passwords = Array.from({ length: 500 }, newAdminPassword);
  expect(new Set(passwords).size).toBe(500);
  for (const password of passwords) expect(password).toMatch(/^[a-zA-Z2-9]{16}$/);
});
