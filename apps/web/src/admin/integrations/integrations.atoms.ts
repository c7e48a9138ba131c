import type { AutomationStatus, TeamRequest, AdminUserRequest } from '@tessera/contract/admin';
import type { Deployment, DeploymentRequest } from '@tessera/contract/orders';
import { atom } from 'jotai';
import { queries } from '../../kernel/reading/queries.ts';
import { post } from '../../kernel/send.ts';
import { asAdmin } from '../admin-session.atoms.ts';
import { adminQueryAtom } from '../queries.ts';

const storePath = '/functions/v1/store-integration';
const automationPath = '/functions/v1/automation-integration';
const passwordCharacters = 16;
/** Without characters that are easily mistaken for each other. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export type DeploymentState =
  | { readonly status: 'checking' }
  | { readonly status: 'deploying' }
  | ({ readonly status: 'idle' | 'success' } & Deployment)
  | { readonly status: 'error'; readonly message: string };

const deploymentState = atom<DeploymentState>({ status: 'checking' });
/** The state of the store integration, as the server last reported it. */
export const deploymentAtom = atom((get) => get(deploymentState));

const statusDuring = { 'status-check': 'checking', deploy: 'deploying' } as const;

/** Checks the store integration, or deploys it. @throws ApiError, which the state shows as well */
export const requestDeploymentAtom = atom(null, async (_get, set, action: keyof typeof statusDuring) => {
  set(deploymentState, { status: statusDuring[action] });
  try {
    const found = await asAdmin((options) =>
      post<Deployment>(storePath, { action } satisfies DeploymentRequest, options),
    );
    set(deploymentState, { status: found.deployed ? 'success' : 'idle', ...found });
  } catch (error) {
    set(deploymentState, { status: 'error', message: error instanceof Error ? error.message : String(error) });
    throw error;
  }
});

const automationQueryAtom = adminQueryAtom<AutomationStatus>('/api/admin/automation');

/** Whether the server has a token, and which team is connected; `undefined` until it is known. */
export const automationAtom = atom((get) => get(automationQueryAtom).data);

/** Connects a team. 'unsaved' means that the service accepted it, but it could not be saved. @throws ApiError */
export const connect = async (teamId: string): Promise<'connected' | 'unsaved'> => {
  await asAdmin((options) =>
    post(automationPath, { action: 'test-connection', teamId } satisfies TeamRequest, options),
  );
  try {
    await asAdmin((options) =>
      post(automationPath, { action: 'store-credentials', teamId } satisfies TeamRequest, options),
    );
  } catch {
    return 'unsaved';
  }
  queries.setQueryData<AutomationStatus>(['admin', '/api/admin/automation'], { token: 'configured', team_id: teamId });
  return 'connected';
};

/** Generates a password from the browser's secure random source, with every character equally likely. */
export const newAdminPassword = (): string => {
  const unbiasedMax = 256 - (256 % alphabet.length);
  const characters: string[] = [];
  while (characters.length < passwordCharacters) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < unbiasedMax) characters.push(alphabet.charAt(byte % alphabet.length));
  }
  return characters.join('');
};

export const createAdminUser = (email: string, password: string): Promise<unknown> =>
  asAdmin((options) =>
    post(automationPath, { action: 'create-admin-user', email, password } satisfies AdminUserRequest, options),
  );
