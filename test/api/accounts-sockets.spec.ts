import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { JwtService } from '@nestjs/jwt';
import { setUpSecondFactor } from '../support/doubles/authenticator.ts';
import { claimsOf } from '../support/worlds/accounts-app.ts';
import { del, get, password, post, signIn, signUpCreator } from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { closesAfter, connect, watch } from '../support/live.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';

const secondMs = 1_000;

describe('a connection ends with its session', () => {
  let product: Product;
  let url: string;
  beforeAll(async () => {
    // A product of its own, because the test signs a token with the product's secret.
    product = await startProduct({ env: {} });
    ({ url } = product);
  }, 60_000);
  afterAll(async () => {
    await product.stop();
    product.forget();
  });

  const twoDevices = async () => {
    const here = await signUpCreator(url, 'Cleo');
    const there = await signIn(url, here);
    const [one, other] = [await connect(url, here.token), await connect(url, there.token)];
    return { here, one, other };
  };
  const signOut = ({ token }: Account, scope: string) =>
    post(`${url}/auth/v1/logout?scope=${scope}`, undefined, { token });
  const stillWatches = async (socket: Awaited<ReturnType<typeof connect>>, { id }: Account) =>
    expect(await watch(socket, 'creator-dashboard', id)).toHaveProperty('position');

  it('[AUTH-96] signing out here closes it within a second and leaves the other device’s open', async () => {
    const { here, one, other } = await twoDevices();
    const { lateMs } = await closesAfter([one], () => signOut(here, 'local'));
    expect(lateMs).toBeLessThan(secondMs);
    await stillWatches(other, here);
    other.close();
  });

  it('[AUTH-96] signing out other devices closes theirs within a second', async () => {
    const { here, one, other } = await twoDevices();
    const { lateMs } = await closesAfter([other], () => signOut(here, 'others'));
    expect(lateMs).toBeLessThan(secondMs);
    await stillWatches(one, here);
    one.close();
  });

  it('[AUTH-96] signing out everywhere closes all within a second', async () => {
    const { here, one, other } = await twoDevices();
    const { lateMs } = await closesAfter([one, other], () => signOut(here, 'global'));
    expect(lateMs).toBeLessThan(secondMs);
  });

  it('[SEC-08] ending one session from the list closes its connection within a second, and no other', async () => {
    const { here, one, other } = await twoDevices();
    const { sessions } = await get<{ sessions: readonly { id: string; current: boolean }[] }>(
      `${url}/api/account/sessions`,
      { token: here.token },
    );
    const endOthers = async () => {
      for (const { id, current } of sessions) if (!current) await del(`${url}/api/account/sessions/${id}`, here);
    };
    const { lateMs } = await closesAfter([other], endOthers);
    expect(lateMs).toBeLessThan(secondMs);
    await stillWatches(one, here);
    one.close();
  });

  it('[RESET-23] a changed password closes the other sessions’ connections within a second of the change', async () => {
    const { here, one, other } = await twoDevices();
    const change = async () => {
      const answer = await fetch(`${url}/auth/v1/user`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${here.token}` },
        body: JSON.stringify({ password: `${password}-new`, current_password: password }),
      });
      expect(answer.status).toBe(200);
    };
    const { lateMs } = await closesAfter([other], change);
    expect(lateMs).toBeLessThan(secondMs);
    await stillWatches(one, here);
    one.close();
  });

  it('[SEC-08] setting up a second factor elsewhere closes it, and none opens before the code was entered', async () => {
    const { here, one, other } = await twoDevices();
    const { result, lateMs } = await closesAfter([other], () => setUpSecondFactor(url, here));
    expect(lateMs).toBeLessThan(secondMs);
    await stillWatches(one, here);
    one.close();
    const there = await signIn(url, here);
    await expect(connect(url, there.token)).rejects.toThrow('second_factor_required');
    await post(`${url}/api/account/recovery-codes/use`, { code: result.codes[0] }, { token: there.token });
    await stillWatches(await connect(url, there.token), here);
  });

  it('[AUTH-86] reusing an old refresh token closes the connections of its session', async () => {
    const here = await signUpCreator(url, 'Cleo');
    const stranger = await signUpCreator(url, 'Cora');
    const [one, other] = [await connect(url, here.token), await connect(url, stranger.token)];
    // Old tokens are accepted for ten seconds, for tabs and retries; many rotations end that window immediately.
    let refresh_token = here.refreshToken;
    const refresh = (token: string) =>
      post<{ refresh_token: string }>(`${url}/auth/v1/token?grant_type=refresh_token`, { refresh_token: token });
    for (let rotation = 0; rotation < 25; rotation += 1) ({ refresh_token } = await refresh(refresh_token));
    const reuse = () =>
      expect(refresh(here.refreshToken)).rejects.toMatchObject({
        body: { error_code: 'refresh_token_already_used' },
      });
    const { lateMs } = await closesAfter([one], reuse);
    expect(lateMs).toBeLessThan(secondMs);
    await stillWatches(other, stranger);
    other.close();
  });

  it('[AUTH-86] an access token that expires closes it within a second of the expiry', async () => {
    const here = await signUpCreator(url, 'Cleo');
    const secret = readFileSync(join(product.dataDir, 'secrets', 'jwt_secret'), 'utf8').trim();
    const exp = Math.ceil(Date.now() / secondMs) + 2;
    const token = new JwtService({ secret }).sign({ ...claimsOf(here.token), exp });
    const socket = await connect(url, token);
    const expires = () => delay(exp * secondMs - Date.now());
    const { lateMs } = await closesAfter([socket], expires);
    expect(lateMs).toBeGreaterThanOrEqual(-50);
    expect(lateMs).toBeLessThan(secondMs);
    await expect(connect(url, token)).rejects.toThrow('not_signed_in');
  });
});
