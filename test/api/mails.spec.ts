import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandBus } from '@nestjs/cqrs';
import { account } from '@tessera/domain/accounts/account';
import type { AccountCommand } from '@tessera/domain/accounts/account';
import { sum } from '@tessera/domain/money';
import { payout } from '@tessera/domain/payouts/payout';
import { payoutAlert, payoutAlertId } from '@tessera/domain/payouts/promise/payout-alert';
import { SecurityMails } from '../../apps/api/src/accounts/security-mails.ts';
import { Dispatch } from '../../apps/api/src/kernel/commands/dispatch.ts';
import { Vault } from '../../apps/api/src/kernel/records/port.ts';
import { ReadStore } from '../../apps/api/src/kernel/views/port.ts';
import { freePort } from '../support/servers/free-port.ts';
import { startMailServer } from '../support/servers/mail-server.ts';
import type { MailServer } from '../support/servers/mail-server.ts';
import { until } from '../support/until.ts';
import { checkout, password, pay, post, signIn, signUpBrand, signUpCreator } from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { openShop } from '../support/worlds/shop.ts';
import { startWholeApp } from '../support/worlds/whole-app.ts';
import type { WholeApp } from '../support/worlds/whole-app.ts';

const operator = 'operator@tessera.example';
const metadata = { actor: 'test', correlation: 'test', causation: null };

let dataDir: string;
let mail: MailServer;
let whole: WholeApp | null = null;
const people = new Map<string, string>([['the operator', operator]]);

/** The same shop each time, as after a crash. */
const start = async (port: number) => {
  const env = { DATA_DIR: dataDir, MAIL_URL: `smtp://127.0.0.1:${port}`, ADMIN_EMAIL: operator };
  return (whole = await startWholeApp({ ...env, JWT_SECRET: 'x'.repeat(32) }));
};

const authed = (url: string, { token }: Account, method: string, path: string, body?: unknown) =>
  fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const call = async (...given: Parameters<typeof authed>) => {
  const answer = await authed(...given);
  if (!answer.ok) throw new Error(`${given[2]} ${given[3]}: ${answer.status} ${await answer.text()}`);
};

/** Everything that people are told by mail, while no mail server answers. */
const causeAll = async ({ url, app }: WholeApp) => {
  const commands = app.get(CommandBus);
  const ofAccount = ({ id }: Account, command: AccountCommand) =>
    commands.execute(new Dispatch(account, id, command, metadata));
  const person = async (name: string) => {
    const signedUp = await signUpCreator(url, 'Carla Creator');
    people.set(name, signedUp.email);
    return signedUp;
  };

  await post(`${url}/auth/v1/recover`, { email: (await person('who forgot a password')).email });
  await call(url, await person('who asked for a code'), 'GET', '/auth/v1/reauthenticate');
  people.set('a new address', 'carla@new.example');
  await call(url, await person('who asked for another address'), 'POST', '/api/account/email', {
    email: people.get('a new address'),
    password,
  });
  people.set('a confirmed address', 'carla@confirmed.example');
  await ofAccount(await person('who had another address'), { kind: 'change-email', email: 'carla@confirmed.example' });
  await call(url, await person('who changed a password'), 'PUT', '/auth/v1/user', {
    password: 'another-quiet-harbour',
    current_password: password,
  });
  await signIn(url, await person('who signed in elsewhere'));
  await ofAccount(await person('who is paid elsewhere'), {
    kind: 'change-creator-profile',
    changes: { payment_method: 'paypal' },
  });
  const factor = { factor_id: 'factor-1', factor_kind: 'webauthn', name: 'Key' } as const;
  const careful = await person('with a second factor');
  await ofAccount(careful, { kind: 'record-second-factor', ...factor });
  await ofAccount(careful, { kind: 'record-second-factor-removal', ...factor });
  const codeUsed = { about: 'recovery_code_used', facts: { left: 9 } } as const;
  const { id: userId } = await person('who used a recovery code');
  await app.get(SecurityMails, { strict: false }).notify(userId, codeUsed);
  const { id: creator_id } = await person('whose payouts are held');
  await commands.execute(
    new Dispatch(payout, creator_id, { kind: 'hold', creator_id, reason: 'A question.' }, metadata),
  );
  await commands.execute(new Dispatch(payout, creator_id, { kind: 'release', creator_id }, metadata));
  const urgent = { by: '2026-12-01', creators: 1, cents: 5_000 };
  const alert = { kind: 'report', day: '2026-11-28', urgent } as const;
  await commands.execute(new Dispatch(payoutAlert, payoutAlertId, alert, metadata));
  await call(url, await person('who left'), 'DELETE', '/api/account', { password });

  const shop = await openShop({ url });
  people.set('a creator who sold', shop.creator.email);
  people.set('a brand that bought', shop.brand.email);
  const { order_id } = await checkout(url, shop.brand.token, [{ id: shop.itemId }]);
  await pay(url, shop.brand.token, order_id);
  people.set('who signed up', (await signUpBrand(url)).email);
};

/** How many emails wait: in the view, and in the vault. */
const dueNow = async ({ app }: WholeApp) => {
  const requested = await app.get<Vault>(Vault).inGroup('mail-requests', 'due');
  const views = app.get<ReadStore>(ReadStore);
  // A license that was just sold is reminded of in months.
  const kinds = ['security', 'payouts', 'receipt', 'money'];
  const due = await Promise.all(kinds.map((kind) => views.count('due-mails', { where: { kind } })));
  return requested.length + sum(due);
};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tessera-mails-'));
  const port = await freePort();
  await causeAll(await start(port));
  await whole!.close();
  mail = await startMailServer({ port });
  // Again after the mails: what was sent stays sent.
  for (let count = 0; count < 2; count += 1) {
    const again = await start(port);
    await until('nothing is due', async () => (await dueNow(again)) === 0, 60_000);
    await whole!.close();
    whole = null;
  }
});
afterAll(async () => {
  await whole?.close();
  await mail?.close();
  await rm(dataDir, { recursive: true, force: true });
});

it.each([
  ['a link to reset the password', 'who forgot a password', 'Reset your Tessera password'],
  ['a code', 'who asked for a code', /^\d{6} is your Tessera code$/],
  ['a link to confirm a new address', 'a new address', 'Confirm your new email address for Tessera'],
  ['a request for another address', 'who asked for another address', 'Your Tessera email address is about to change'],
  ['another address, at the former one', 'who had another address', 'Your Tessera email address was changed'],
  ['another address, at the new one', 'a confirmed address', 'Your Tessera email address was changed'],
  ['a changed password', 'who changed a password', 'Your Tessera password was changed'],
  ['a sign-in on a new device', 'who signed in elsewhere', 'New sign-in to your Tessera account'],
  ['changed payout details', 'who is paid elsewhere', 'Your Tessera payout details were changed'],
  ['a new passkey', 'with a second factor', 'A passkey was added to your Tessera account'],
  ['a removed passkey', 'with a second factor', 'A passkey was removed from your Tessera account'],
  ['a used recovery code', 'who used a recovery code', 'A recovery code for your Tessera account was used'],
  ['held payouts', 'whose payouts are held', 'Your Tessera payouts are on hold'],
  ['resumed payouts', 'whose payouts are held', 'Your Tessera payouts have resumed'],
  ['urgent payouts', 'the operator', /^Payouts to make: \$50[.]00/],
  ['a deleted account', 'who left', 'Your Tessera account was deleted'],
  ['a sale', 'a creator who sold', /^You sold/],
  ['a receipt', 'a brand that bought', /^Your Tessera receipt/],
])(
  '[HOU-06] the email about %s survives a stop between its cause and the email, and is sent once',
  (_about, to, subject) => {
    const isIt = (title = '') => (typeof subject === 'string' ? title === subject : subject.test(title));
    const received = mail.to(people.get(to)!).filter((each) => isIt(each.subject));
    expect(received.map((each) => each.subject)).toHaveLength(1);
  },
);

it('[HOU-06] so does the one that asks to confirm an address', () => {
  expect(mail.welcomesTo(people.get('who signed up')!)).toHaveLength(1);
});
