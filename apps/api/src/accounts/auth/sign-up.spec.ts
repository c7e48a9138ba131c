import type { INestApplicationContext } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { account } from '@tessera/domain/accounts/account';
import { streamOf } from '@tessera/domain/kernel/decider';
import { brandProfile, startAccounts } from '../../../../../test/support/worlds/accounts-app.ts';
import type { AccountsApp } from '../../../../../test/support/worlds/accounts-app.ts';
import { howMany } from '../../../../../test/support/sample.ts';
import { Vault } from '../../kernel/records/port.ts';
import { Credentials } from './credentials.ts';
import { SignUp } from './sign-up.ts';

const rounds = howMany({ usual: 15, full: 100 });

let accounts: AccountsApp;
let other: INestApplicationContext;
beforeAll(async () => {
  accounts = await startAccounts();
  other = await accounts.otherNode();
});
afterAll(async () => {
  await other.close();
  await accounts.close();
});
afterEach(() => jest.restoreAllMocks());

const passwordOf = (node: number) => `password-of-node-${node}`;
const nodes = () => [accounts.app, other].map((each) => each.get<SignUp>(SignUp));
const noMails = () => Promise.resolve();
const signUp = (by: SignUp | undefined, email: string, node: number) => {
  const profile = { ...brandProfile(email), name: `Person of node ${node}` };
  const call = { email, password: passwordOf(node), profile, metadata: {}, correlation: `sign-up-${node}` };
  return by!.register({ ...call, userType: 'brand' }, noMails);
};
const signsIn = async (email: string, password: string) =>
  (await accounts.call('POST', '/auth/v1/token?grant_type=password', { body: { email, password } })).status === 200;
/** Makes the credentials' next reservation stop once it is written, as if the process had ended. */
const crashOnceReserved = () => {
  const credentials = accounts.app.get<Credentials>(Credentials);
  const reserve = credentials.reserve.bind(credentials);
  jest.spyOn(credentials, 'reserve').mockImplementationOnce(async (...of) => {
    await reserve(...of);
    throw new Error('the process ended');
  });
};

describe('[HOU-08] signing up with one address', () => {
  it('on two nodes at once gives one account, with the password of the sign-up that was told so', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const email = `both${round}@example.com`;
      const answers = await Promise.allSettled(nodes().map((node, index) => signUp(node, email, index)));
      const opened = answers.flatMap((answer, node) =>
        answer.status === 'fulfilled' ? [{ node, ...answer.value }] : [],
      );
      expect(opened).toHaveLength(1);
      const { id, name, node } = opened[0]!;
      expect(name).toBe(`Person of node ${node}`);
      expect(await accounts.engines.events.readStream(streamOf(account, id))).toHaveLength(1);
      expect([await signsIn(email, passwordOf(node)), await signsIn(email, passwordOf(1 - node))]).toEqual([
        true,
        false,
      ]);
    }
  });

  it('goes on with what an interrupted sign-up left behind, and with the new password', async () => {
    const [here, there] = nodes();
    crashOnceReserved();
    await expect(signUp(here, 'interrupted@example.com', 0)).rejects.toThrow('the process ended');
    expect(await signsIn('interrupted@example.com', passwordOf(0))).toBe(false);
    await signUp(there, 'interrupted@example.com', 1);
    expect(await signsIn('interrupted@example.com', passwordOf(1))).toBe(true);
    expect(await signsIn('interrupted@example.com', passwordOf(0))).toBe(false);
  });

  it('leaves no password of somebody else when the one that joined another’s reservation is interrupted, too', async () => {
    const email = 'twice@example.com';
    const [here, there] = nodes();
    crashOnceReserved();
    await expect(signUp(here, email, 0)).rejects.toThrow('the process ended');
    jest.spyOn(other.get(Credentials), 'setPassword').mockRejectedValueOnce(new Error('the process ended'));
    await expect(signUp(there, email, 1)).rejects.toThrow('the process ended');
    expect([await signsIn(email, passwordOf(0)), await signsIn(email, passwordOf(1))]).toEqual([false, false]);
    await expect(signUp(here, email, 0)).rejects.toMatchObject({ failure: { failure: 'user_already_exists' } });
  });

  it('goes on with a reservation from when reservations didn’t say what they are', async () => {
    const email = 'older@example.com';
    const vault = accounts.app.get<Vault>(Vault);
    const key = createHash('sha256').update(email).digest('hex');
    await vault.insert('credentials', key, {
      account_id: 'never-opened',
      password_hash: 'x',
      created_at: '2026-01-01',
    });
    await signUp(nodes()[0], email, 0);
    expect(await signsIn(email, passwordOf(0))).toBe(true);
  });
});
