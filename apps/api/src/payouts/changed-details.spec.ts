import { payoutsHeld } from '@tessera/domain/payouts/payout-events';
import { confirmOwner, patch, post } from '../../../../test/support/worlds/client.ts';
import type { Account } from '../../../../test/support/worlds/client.ts';
import { startPayoutShop } from '../../../../test/support/worlds/payout-shop.ts';
import type { PayoutShop } from '../../../../test/support/worlds/payout-shop.ts';
import { adminPassword } from '../../../../test/support/worlds/whole-app.ts';
import { Streams } from '../kernel/commands/dispatch.ts';
import { EventStore } from '../kernel/log/port.ts';

const hourMs = 3_600_000;
const paypal = (paypal_email: string) => ({ payment_method: 'paypal', paypal_email });

let shop: PayoutShop;
beforeEach(async () => {
  shop = await startPayoutShop();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await shop.close();
});

/** Lets something happen right before an event of a type is first recorded: after everything was read that decided it. */
const before = (happenings: Readonly<Record<string, () => Promise<unknown>>>) => {
  const store = shop.app.get<EventStore>(EventStore);
  const append = store.append.bind(store);
  const waiting = new Map(Object.entries(happenings));
  jest.spyOn(store, 'append').mockImplementation(async (stream, expected, events) => {
    for (const { type } of events) {
      const happen = waiting.get(type);
      waiting.delete(type);
      await happen?.();
    }
    return append(stream, expected, events);
  });
};
const changeTo = (email: string, { token }: Account) =>
  patch(`${shop.url}/api/profile`, { paypal_email: email }, { token });
const file = async (runId: string, method: string) => {
  await post(`${shop.url}/api/admin/session/confirm`, { password: adminPassword }, { token: shop.token });
  const answer = await fetch(`${shop.runs}/${runId}/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ method }),
  });
  return { status: answer.status, leftOut: answer.headers.get('payouts-left-out'), text: await answer.text() };
};
const reasons = async (runId: string) => (await shop.leftOutOf(runId)).map(({ reason }) => reason);
const statuses = async (runId: string) => (await shop.payoutsOf(runId)).map(({ status }) => status);

describe('[FIX-21] payout details that change between their reading and the payout', () => {
  it('are not paid to: the run leaves the creator out, for 72 hours from the change', async () => {
    const creator = await shop.creatorWith(12_000, paypal('carla@example.com'));
    await confirmOwner(shop.url, creator);
    before({ PayoutPrepared: () => changeTo('thief@example.com', creator) });
    const run = await shop.prepared();
    expect([await statuses(run.id), await reasons(run.id)]).toEqual([['canceled'], ['details_changed']]);
    expect((await file(run.id, 'paypal')).status).toBe(422);
    await shop.send(run.id);
    await shop.runThatIs(run.id, 'closed');

    const soon = await shop.prepared();
    expect([await statuses(soon.id), await reasons(soon.id)]).toEqual([[], ['details_changed']]);
    await post(`${shop.runs}/${soon.id}/cancel`, {}, { token: shop.token });
    await shop.runThatIs(soon.id, 'canceled');
    shop.clock.pass(73 * hourMs);
    await shop.signInAgain();
    const later = await shop.prepared();
    expect(await shop.payoutsOf(later.id)).toMatchObject([{ status: 'prepared', amount_cents: 12_000 }]);
    expect((await file(later.id, 'paypal')).text).toContain('thief@example.com');
  });

  it('are not paid to, even if the process ends before it decides again: no file has them', async () => {
    const creator = await shop.creatorWith(12_000, paypal('carla@example.com'));
    await confirmOwner(shop.url, creator);
    before({
      PayoutPrepared: () => changeTo('thief@example.com', creator),
      PayoutCanceled: () => Promise.reject(new Error('killed')),
    });
    const run = await shop.prepared();
    expect(await statuses(run.id)).toEqual(['prepared']);
    expect(await file(run.id, 'paypal')).toEqual({
      status: 200,
      leftOut: '1',
      text: 'email,amount,currency,payout_id,note\r\n',
    });
  });

  it('but back to where they were, count as changed, too', async () => {
    const creator = await shop.creatorWith(12_000, paypal('carla@example.com'));
    await confirmOwner(shop.url, creator);
    const thereAndBack = async () => {
      await changeTo('thief@example.com', creator);
      await changeTo('carla@example.com', creator);
    };
    before({ PayoutPrepared: thereAndBack });
    const run = await shop.prepared();
    expect([await statuses(run.id), await reasons(run.id)]).toEqual([['canceled'], ['details_changed']]);
  });
});

it('[FIX-21] a hold that is placed between the reading of the facts and the payout holds', async () => {
  const creator = await shop.creatorWith(12_000, paypal('carla@example.com'));
  const streams = shop.app.get(Streams);
  const load = streams.load.bind(streams);
  let isHeld = false;
  jest.spyOn(streams, 'load').mockImplementation(async (decider, id) => {
    const found = await load(decider, id);
    if (!isHeld && decider.category === 'payout' && id === creator.id) {
      isHeld = true;
      const metadata = { actor: 'admin', correlation: 'hold', causation: null };
      const held = payoutsHeld.of({ creator_id: id, reason: 'A brand reported one of your photos.' });
      await streams.append(`payout-${id}`, found.revision, [held], metadata);
    }
    return found;
  });
  const run = await shop.prepared();
  expect([isHeld, await statuses(run.id), await reasons(run.id)]).toEqual([true, [], ['on_hold']]);
});

describe('[FIX-26] a payment file', () => {
  it.each([['+ada@example.com'], ['-ada@example.com'], ['=ada@example.com'], ["'ada@example.com"]])(
    'names the address %s exactly as it was entered',
    async (address) => {
      await shop.creatorWith(12_000, paypal(address));
      const run = await shop.prepared();
      const { text } = await file(run.id, 'paypal');
      const [, line = ''] = text.split('\r\n');
      expect(line.split(',').slice(0, 3)).toEqual([address, '120.00', 'USD']);
    },
  );

  it('names bank accounts and Venmo users exactly, and quotes only what would otherwise be another column', async () => {
    const bank = {
      payment_method: 'bank',
      bank_name: '=First, "Best"',
      bank_account: '-0123456789',
      bank_routing: '+1',
    };
    const one = await shop.creatorWith(12_000, bank);
    await shop.creatorWith(13_000, { payment_method: 'venmo', venmo_name: '=carla' });
    const run = await shop.prepared();
    const [{ id } = { id: '' }] = (await shop.payoutsOf(run.id)).filter(({ creator_id }) => creator_id === one.id);
    expect((await file(run.id, 'bank')).text).toBe(
      'name,bank,routing,account,amount,reference\r\n' +
        `Carla Creator,"=First, ""Best""",+1,-0123456789,120.00,${id}\r\n`,
    );
    expect((await file(run.id, 'venmo')).text).toContain('\r\n=carla,130.00,');
  });
});
