import { securityNoticeDue } from '@tessera/domain/accounts/access/security-notice';
import { account } from '@tessera/domain/accounts/account';
import { streamOf } from '@tessera/domain/kernel/decider';
import { Accounts } from '../../apps/api/src/accounts/accounts.ts';
import { Credentials } from '../../apps/api/src/accounts/auth/credentials.ts';
import { Factors } from '../../apps/api/src/accounts/second-factor/factors.ts';
import { linkIn, startMailServer } from '../support/servers/mail-server.ts';
import type { MailServer } from '../support/servers/mail-server.ts';
import { creatorSignUpCall, newEmail, signedUpCreator, startAccounts } from '../support/worlds/accounts-app.ts';
import type { AccountsApp } from '../support/worlds/accounts-app.ts';

const dayMs = 86_400_000;
const password = 'quiet-harbour';

let mail: MailServer;
let accounts: AccountsApp;
beforeAll(async () => {
  mail = await startMailServer();
  accounts = await startAccounts({ env: { MAIL_URL: mail.url } });
});
afterAll(async () => {
  await accounts?.close();
  await mail?.close();
});

const signedUp = () => signedUpCreator(accounts);

/** Opens a link as a mail scanner does. */
const open = async (link: string, method = 'GET') => {
  const { status, headers } = await fetch(link, { method, redirect: 'manual' });
  const { origin, hash } = new URL(headers.get('location') ?? '', accounts.url);
  return { status, origin, hash: hash.slice(1) };
};

/** Opens a link, presses the button of the page, and says what the address of the next page has. */
const follow = async (link: string) => {
  const { origin, hash } = await open(link);
  return new URLSearchParams((await open(`${origin}/auth/v1/follow?${hash}`, 'POST')).hash);
};

const eventsOf = async (accountId: string) =>
  (await accounts.engines.events.readStream(streamOf(account, accountId)))
    .map(({ type }) => type)
    .filter((type) => type !== securityNoticeDue.type);

const signsIn = async (email: string) =>
  (await accounts.client().signInWithPassword({ email, password })).error?.code ?? 'yes';

const identityOf = async (accountId: string) =>
  (await accounts.app.get(Accounts, { strict: false }).identity(accountId))!;

describe('[FIX-35] the address of an account that is open already', () => {
  const asksOf = async ({ access_token: token }: { access_token: string }) =>
    (await accounts.call('GET', '/api/profile', { token })).body as unknown as { asks_to_confirm_email: boolean };

  it('is confirmed with one press; until then the account is asked, and may have the email sent again', async () => {
    const { email, client, session } = await signedUp();
    expect(await asksOf(session)).toMatchObject({ email, asks_to_confirm_email: true });
    const first = linkIn(await mail.welcomeTo(email));
    expect((await client.resend({ type: 'signup', email })).error).toBeNull();
    const second = linkIn(await mail.welcomeTo(email, 2));
    expect((await follow(first)).get('error_code')).toBe('otp_expired');
    await open(second);
    expect(await asksOf(session)).toMatchObject({ asks_to_confirm_email: true });
    expect((await follow(second)).get('access_token')).not.toBeNull();
    expect(await asksOf(session)).toMatchObject({ asks_to_confirm_email: false });
    expect(await eventsOf(session.user.id)).toEqual(['CreatorRegistered', 'EmailConfirmationAsked', 'EmailConfirmed']);
    // Nothing is sent again: a later email to someone else has arrived.
    await client.resend({ type: 'signup', email });
    await mail.welcomeTo((await signedUp()).email);
    expect(mail.welcomesTo(email)).toHaveLength(2);
  });
});

describe('[FIX-35] another address', () => {
  const ask = (token: string, email: string, proof: object = { password }) =>
    accounts.call('POST', '/api/account/email', { token, body: { email, ...proof } });
  const confirm = (token: string, link: string) =>
    accounts.call('POST', '/api/account/email/confirm', {
      token,
      body: Object.fromEntries(new URLSearchParams(new URL(link).hash.slice(1))),
    });
  const asked = async () => {
    const person = await signedUp();
    const to = newEmail();
    const { access_token: token } = person.session;
    expect((await ask(token, to)).status).toBe(204);
    return { ...person, to, token, link: linkIn(await mail.mailTo(to)) };
  };

  it('is the account’s once its owner confirms it, where they are signed in; both addresses are told', async () => {
    const { email, to, token, link, session } = await asked();
    const elsewhere = await accounts.client().signInWithPassword({ email, password });
    await accounts.client().resetPasswordForEmail(email);
    const reset = linkIn(await mail.mailTitled(email, 'Reset your Tessera password'));
    expect(new URL(link).pathname).toBe('/account/email');
    expect(await signsIn(to)).toBe('invalid_credentials');
    expect(await signsIn(email)).toBe('yes');

    expect((await confirm(token, link)).status).toBe(204);
    expect((await confirm(token, link)).status).toBe(204);
    expect(await signsIn(to.toUpperCase())).toBe('yes');
    expect(await signsIn(email)).toBe('invalid_credentials');
    const profile = await accounts.call('GET', '/api/profile', { token });
    expect(profile.body).toMatchObject({ email: to, asks_to_confirm_email: false });
    expect((await accounts.client().refreshSession(elsewhere.data.session!)).error).not.toBeNull();
    expect((await follow(reset)).get('error_code')).toBe('otp_expired');
    expect(await eventsOf(session.user.id)).toEqual(['CreatorRegistered', 'EmailConfirmationAsked', 'EmailChanged']);
    const changed = 'Your Tessera email address was changed';
    await mail.mailTitled(email, 'Your Tessera email address is about to change');
    for (const address of [email, to]) await mail.mailTitled(address, changed);
    const stored = JSON.stringify(await accounts.engines.events.readStream(streamOf(account, session.user.id)));
    expect(stored).not.toContain(to);
    expect(accounts.logged.join('')).not.toContain(to);
  });

  it('leaves the former one to whoever signs up with it, with an account of their own', async () => {
    const { email, token, link, session } = await asked();
    await confirm(token, link);
    const { data, error } = await accounts.client().signUp(creatorSignUpCall(email));
    expect(error).toBeNull();
    expect(data.user?.id).not.toBe(session.user.id);
    expect(await signsIn(email)).toBe('yes');
  });

  it('needs the password, and the second factor if there is one', async () => {
    const { session } = await signedUp();
    const to = newEmail();
    for (const proof of [{ password: 'a-wrong-harbour' }, { password: '' }, {}]) {
      expect((await ask(session.access_token, to, proof)).status).toBeGreaterThanOrEqual(400);
    }
    jest.spyOn(accounts.app.get(Factors, { strict: false }), 'isOn').mockResolvedValueOnce(true);
    const refused = await ask(session.access_token, to);
    expect([refused.status, refused.body.error.code]).toEqual([422, 'code_needed']);
    // Nothing is sent there: a later email to someone else has arrived.
    await asked();
    expect(mail.to(to)).toEqual([]);
  });

  it('is refused when it is taken, by whomever and however it is typed, and when it is no plain address', async () => {
    const [person, other] = [await signedUp(), await signedUp()];
    const { access_token: token } = person.session;
    const taken = await ask(token, other.email.toUpperCase());
    expect([taken.status, taken.body.error.code]).toEqual([422, 'user_already_exists']);
    for (const email of [person.email, ` ${person.email.toUpperCase()}`, 'nobody', 'mi\u200bra@example.com']) {
      expect([(await ask(token, email)).status, email]).toEqual([400, email]);
    }
    expect(await signsIn(person.email)).toBe('yes');
  });

  it('goes to whoever had it first, if it is taken between the request and the press', async () => {
    const { to, token, link, email } = await asked();
    await accounts.client().signUp(creatorSignUpCall(to));
    const { status, body } = await confirm(token, link);
    expect([status, body.error.code]).toEqual([422, 'user_already_exists']);
    expect(await signsIn(email)).toBe('yes');
    expect(await signsIn(to)).toBe('yes');
  });

  it('can’t be confirmed by a stranger at it, with another address, by another account, twice, or after a day', async () => {
    const { to, token, link, session } = await asked();
    const stranger = await signedUp();
    const other = new URL(link);
    other.hash = other.hash.replace(encodeURIComponent(to), encodeURIComponent(newEmail()));
    const over = async (answer: ReturnType<typeof confirm>) => (await answer).body.error.code;
    expect((await confirm('', link)).status).toBe(401);
    expect(await over(confirm(stranger.session.access_token, link))).toBe('email_link_over');
    expect(await over(confirm(token, other.href))).toBe('email_link_over');
    expect(await eventsOf(session.user.id)).not.toContain('EmailChanged');
    accounts.clock.pass(dayMs);
    const { session: again } = (await accounts.client().signInWithPassword({ email: stranger.email, password })).data;
    expect(again).not.toBeNull();
    const late = await accounts
      .client()
      .signInWithPassword({ email: (await identityOf(session.user.id)).email!, password });
    expect(await over(confirm(late.data.session!.access_token, link))).toBe('email_link_over');
  });

  it('a new password makes the link useless', async () => {
    const { client, link } = await asked();
    const { error } = await client.updateUser({ password: 'a-new-harbour', current_password: password });
    expect(error).toBeNull();
    const token = (await client.getSession()).data.session!.access_token;
    expect((await confirm(token, link)).body.error.code).toBe('email_link_over');
  });

  it.each(['before', 'after'] as const)(
    'a change that is interrupted %s its event is finished by the next one',
    async (when) => {
      const { email, to, token, link, session } = await asked();
      if (when === 'before') {
        accounts.failToRecord(new Error('/secret/path is full'));
      } else {
        jest
          .spyOn(accounts.app.get(Credentials, { strict: false }), 'finishMove')
          .mockRejectedValueOnce(new Error('gone'));
      }
      expect((await confirm(token, link)).status).toBe(500);
      jest.restoreAllMocks();
      const current = when === 'before' ? email : to;
      const free = when === 'before' ? to : email;
      expect((await identityOf(session.user.id)).email).toBe(current);
      expect(await signsIn(current)).toBe('yes');
      expect(await signsIn(free)).toBe('invalid_credentials');
      if (when === 'after') return expect((await accounts.client().signUp(creatorSignUpCall(free))).error).toBeNull();
      await ask(token, to);
      expect((await confirm(token, linkIn(await mail.mailTo(to, 2)))).status).toBe(204);
      expect(await signsIn(to)).toBe('yes');
    },
  );
});
