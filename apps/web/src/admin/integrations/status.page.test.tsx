import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { store } from '../../kernel/store.ts';
import { showRoutes } from '../../shell/routes.test-kit.tsx';
import { server } from '../../testing/server.test-kit.ts';
import { toasts } from '../../testing/toasts.test-kit.ts';
import { settled, user } from '../../testing/user.test-kit.ts';
import { showToAdmin } from '../admin-page.test-kit.tsx';
import { adminSessionAtom } from '../admin-session.atoms.ts';
import { newAdminPassword } from './integrations.atoms.ts';
import { AdminStatusPage } from './status.page.tsx';

interface Call {
  readonly action: string;
  readonly password?: string;
}

const integration = 'POST /functions/v1/store-integration';
const automation = 'POST /functions/v1/automation-integration';

/** What each action of the two functions answers. */
let answers: Record<string, object>;
const refusal = (title: string, message: string) =>
  Response.json({ error: { code: 'refused', title, message } }, { status: 409 });
const found = (deployed: boolean) => ({ deployed, version: '1', checkoutHost: 'tessera.example' });

const routes = (
  <Routes>
    <Route path="/admin/status" element={<AdminStatusPage />} />
    <Route path="/admin" element={<p>The login</p>} />
  </Routes>
);

const status = 'GET /api/admin/automation';

const open = async (known: object) => {
  server.answer(status, known);
  showToAdmin('/admin/status', routes);
  await settled();
};

const panel = (name: string) => within(screen.getByRole('region', { name }));
const storePanel = () => panel('Store integration');
const deployment = () => storePanel().getByRole('status');
const automationPanel = () => panel('Automation service');

const configured = { token: 'configured', team_id: null };
const connect = async (team: string) => {
  const field = await screen.findByLabelText('Team ID');
  if (team) await user().type(field, team);
  await user().click(screen.getByRole('button', { name: 'Connect' }));
};

beforeEach(() => {
  answers = { 'status-check': found(false), deploy: found(true) };
  for (const call of [integration, automation]) server.answer(call, ({ body }) => answers[(body as Call).action] ?? {});
});

it('[ROUTE-28] without an admin the status page redirects to the login', async () => {
  store.set(adminSessionAtom, null);
  showRoutes([{ path: '*', element: routes }], { initialEntries: ['/admin/status'] });
  expect(await screen.findByText('The login')).toBeVisible();
});

it('[ROUTE-27] [INT-01] [INT-02] [INT-03] [INT-08] [INT-09] it checks the store integration, and says what to do', async () => {
  const check = server.hold(integration);
  await open(configured);
  expect(deployment()).toHaveTextContent('Checking…');
  expect(screen.getByRole('button', { name: 'Deploy' })).toBeDisabled();
  await check.answer(found(false));
  expect(await screen.findByText('Needs deploy')).toBeVisible();
  expect(deployment()).toHaveTextContent('Needs deploy');
  const asked = server.asked('POST *');
  expect(asked.map(({ path, body }) => [path, body])).toEqual([
    ['/functions/v1/store-integration', { action: 'status-check' }],
  ]);
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer secret');
  expect(screen.getByText('tessera.example')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Setup instructions' })).toHaveTextContent('Press Deploy');
  expect(screen.getByRole('button', { name: 'Deploy' })).toBeEnabled();
});

it('[INT-08] [INT-09] it recognizes an existing deployment', async () => {
  const check = server.hold(integration);
  await open(configured);
  expect(deployment()).toHaveTextContent('Checking…');
  await check.answer(found(true));
  expect(await screen.findByText('Deployed')).toBeVisible();
  expect(deployment()).toHaveTextContent('Deployed');
});

it('[INT-08] a failed check is an error, and says why', async () => {
  answers['status-check'] = refusal('Temporarily unavailable', 'The log could not be reached.');
  await open(configured);
  expect(await screen.findByRole('alert')).toHaveTextContent('The log could not be reached.');
  expect(deployment()).toHaveTextContent('Error');
});

it('[INT-08] [INT-10] a deploy runs, and the integration is deployed', async () => {
  await open(configured);
  await screen.findByText('Needs deploy');
  const deploy = server.hold(integration);
  await user().click(screen.getByRole('button', { name: 'Deploy' }));
  expect(await screen.findByRole('button', { name: 'Deploying…' })).toBeVisible();
  expect(screen.getByText('Deploying…', { ignore: 'button, button *' })).toBeVisible();
  await deploy.answer(found(true));
  expect(await storePanel().findByText('Deployed')).toBeVisible();
});

it('[INT-08] [INT-10] [INT-11] a failed deployment shows an error on the page and in a toast', async () => {
  answers['deploy'] = refusal('Deployment Failed', 'The gateway did not answer.');
  await open(configured);
  await screen.findByText('Needs deploy');
  await user().click(screen.getByRole('button', { name: 'Deploy' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The gateway did not answer.');
  expect(toasts()).toEqual([['error', 'Deployment Failed', 'The gateway did not answer.']]);
  expect(deployment()).toHaveTextContent('Error');
});

it('[INT-07] [INT-12] a missing token is reported once that is known', async () => {
  const known = server.hold(status);
  await open(configured);
  expect(automationPanel().getByText('Checking…')).toBeVisible();
  expect(screen.queryByText('Missing API Token')).toBeNull();
  await known.answer({ token: 'missing', team_id: null });
  expect(await screen.findByText('Missing API Token')).toBeVisible();
  expect(automationPanel().getByText('Token missing')).toBeVisible();
  expect(screen.queryByLabelText('Team ID')).toBeNull();
});

it('[INT-12] a configured token is reported once that is known', async () => {
  const known = server.hold(status);
  await open(configured);
  expect(automationPanel().getByText('Checking…')).toBeVisible();
  expect(screen.queryByLabelText('Team ID')).toBeNull();
  await known.answer(configured);
  expect(await screen.findByLabelText('Team ID')).toBeVisible();
  expect(automationPanel().getByText('Token configured')).toBeVisible();
  expect(screen.queryByText('Missing API Token')).toBeNull();
});

it('[INT-04] [INT-13] a connection needs a team ID', async () => {
  await open(configured);
  await connect('');
  expect(await screen.findByText('Please provide your team ID')).toBeVisible();
  expect(server.asked(automation)).toEqual([]);
});

it('[INT-06] [INT-14] a refused team shows an error at the field and in a toast', async () => {
  answers['test-connection'] = refusal('Connection Failed', 'No such team.');
  await open(configured);
  await connect('nobody');
  expect(await automationPanel().findByText('No such team.')).toBeVisible();
  expect(toasts()).toEqual([['error', 'Connection Failed', 'No such team.']]);
  expect(screen.queryByLabelText('Admin email')).toBeNull();
});

it('[INT-06] [INT-15] [FIX-12] a team that could not be saved is connected with a warning and can be retried; creating an admin has to wait for it', async () => {
  answers['store-credentials'] = refusal('Temporarily unavailable', 'Later.');
  await open(configured);
  await connect('team-1');
  const again = await screen.findByRole('button', { name: 'Try again' });
  const warning = ['warning', "Connected, but couldn't save configuration for future use."];
  expect(toasts()).toEqual([warning]);
  expect(screen.queryByLabelText('Admin email')).toBeNull();
  delete answers['store-credentials'];
  await user().click(again);
  expect(await screen.findByLabelText('Admin email')).toBeVisible();
  expect(toasts()).toEqual([warning, ['success', 'Connected', 'The automation service knows this team.']]);
});

it('[INT-05] [INT-06] [INT-16] an admin can be created only after a connection; a refusal shows an error', async () => {
  answers['create-admin-user'] = refusal('Admin Creation Failed', 'There is one already.');
  await open(configured);
  await screen.findByLabelText('Team ID');
  expect(screen.queryByLabelText('Admin email')).toBeNull();
  await connect('team-1');
  await user().type(await screen.findByLabelText('Admin email'), 'second@tessera.example');
  await user().click(screen.getByRole('button', { name: 'Create admin user' }));
  expect(await automationPanel().findByText('There is one already.')).toBeVisible();
  expect(toasts().at(-1)).toEqual(['error', 'Admin Creation Failed', 'There is one already.']);
});

it('[INT-17] the new admin’s password is generated in the browser, sent once and shown once', async () => {
  await open({ token: 'configured', team_id: 'team-1' });
  await user().type(await screen.findByLabelText('Admin email'), 'second@tessera.example');
  await user().click(screen.getByRole('button', { name: 'Create admin user' }));
  await screen.findByText('second@tessera.example');
  const [sent, ...more] = server.bodies(automation) as readonly Required<Call>[];
  expect(sent).toMatchObject({ action: 'create-admin-user', password: expect.stringMatching(/^[a-zA-Z2-9]{16}$/) });
  expect(more).toEqual([]);
  expect(screen.getByText(sent!.password)).toBeVisible();
});

it('[INT-17] no two generated passwords are the same', () => {
  const passwords = Array.from({ length: 500 }, newAdminPassword);
  expect(new Set(passwords).size).toBe(500);
  for (const password of passwords) expect(password).toMatch(/^[a-zA-Z2-9]{16}$/);
});
