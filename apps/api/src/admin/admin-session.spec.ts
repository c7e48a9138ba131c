import { JwtService } from '@nestjs/jwt';
import { admin, brandSignUp, claimsOf, signer, startAccounts } from '../../../../test/support/worlds/accounts-app.ts';
import type { AccountsApp } from '../../../../test/support/worlds/accounts-app.ts';
import { AdminSessions } from './admin-session.ts';

const minuteMs = 60_000;
const path = '/api/admin/session';

let app: AccountsApp;
beforeEach(async () => {
  app = await startAccounts();
});
afterEach(() => app.close());

const begin = (body: unknown) => app.call('POST', path, { body });
/** Signing out is a call that only an admin's session may make. */
const end = (token?: string) => app.call('DELETE', path, { token });
const verify = (token: string) => app.app.get(AdminSessions).verify(token);

it('[ADM-12] [ADM-14] the operator’s credentials begin a session of one hour', async () => {
  const { status, body } = await begin({ ...admin, email: admin.email.toUpperCase() });
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['access_token', 'expires_at']);
  expect(claimsOf(body.access_token)).toMatchObject({ iat: body.expires_at - 3_600, exp: body.expires_at });
  const verified = await verify(body.access_token);
  expect(verified).toEqual({
    user: { id: 'admin', role: 'admin', sessionId: expect.any(String) as string },
    expiresAtMs: body.expires_at * 1_000,
  });
  app.clock.pass(60 * minuteMs);
  expect(await verify(body.access_token)).toBeNull();
  expect((await end(body.access_token)).status).toBe(401);
});

it.each([
  { password: 'correct horse batteries' },
  { email: 'somebody@tessera.example' },
  { password: `${admin.password} ` },
])('[ADM-12] %j is refused without saying which of the two was wrong', async (wrong) => {
  const { status, body } = await begin({ ...admin, ...wrong });
  expect(status).toBe(401);
  expect(body.error).toEqual({
    code: 'invalid_admin_credentials',
    title: 'Authentication Failed',
    message: 'Invalid admin credentials',
  });
});

it.each([
  {},
  { email: admin.email },
  { ...admin, password: '' },
  { ...admin, email: { $ne: '' } },
  { ...admin, role: 'admin' },
])('[ADM-12] %j is refused as incomplete or malformed', async (body) => {
  expect((await begin(body)).status).toBe(400);
});

it('[ADM-12] five attempts a minute, then even the right password has to wait', async () => {
  for (let attempt = 0; attempt < 5; attempt += 1)
    expect((await begin({ ...admin, password: 'a guess' })).status).toBe(401);
  const { status, body, headers } = await begin(admin);
  expect([status, body.error.code]).toEqual([429, 'too_many_requests']);
  expect(headers.get('retry-after')).toBe('60');
  app.clock.pass(minuteMs);
  expect((await begin(admin)).status).toBe(200);
});

it('[ADM-12] signing out ends the session immediately, and its live connections are told', async () => {
  const token = (await begin(admin)).body.access_token;
  const other = (await begin(admin)).body.access_token;
  const { user } = (await verify(token))!;
  const ended: string[] = [];
  app.app.get(AdminSessions).onEnded((id) => ended.push(id));
  expect((await end(token)).status).toBe(204);
  expect(ended).toEqual([user.sessionId]);
  expect(await verify(token)).toBeNull();
  expect((await end(token)).status).toBe(401);
  expect(await verify(other)).not.toBeNull();
});

it('[ADM-12] [ADM-13] [ADM-11] neither an account’s token nor a forged one passes for the admin’s', async () => {
  const signUp = await app.call('POST', '/auth/v1/signup', { body: brandSignUp('brand@example.com') });
  expect(signUp.status).toBe(200);
  const account = signUp.body.access_token;
  const token = (await begin(admin)).body.access_token;
  const claims = claimsOf(token);
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`;
  const forged = new JwtService({ secret: 'somebody-elses-secret-of-32-chars' }).sign(claims);
  const sessionless = (await signer(app.app))({ ...claims, session_id: 'no-such-session' });
  for (const wrong of [undefined, unsigned, forged, sessionless]) expect((await end(wrong)).status).toBe(401);
  // An account is signed in, but as someone else.
  const refused = await end(account);
  expect([refused.status, refused.body.error.code]).toEqual([403, 'wrong_role']);
  expect(await verify(account)).toBeNull();
  expect((await app.call('GET', '/api/profile', { token })).status).toBe(401);
  expect((await end(token)).status).toBe(204);
});
