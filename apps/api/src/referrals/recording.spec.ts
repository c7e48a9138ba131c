import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandBus } from '@nestjs/cqrs';
import { creatorRegistered } from '@tessera/domain/accounts/account-events';
import { definitions } from '@tessera/domain/catalog';
import type { DomainEvent, EventMetadata } from '@tessera/domain/kernel/event';
import type { Reaction } from '@tessera/domain/kernel/workflow';
import { recordReferral } from '@tessera/domain/referrals/record-referral.workflow';
import { referral } from '@tessera/domain/referrals/referral';
import type { RecordReferral } from '@tessera/domain/referrals/referral';
import { referralCodes } from '@tessera/domain/referrals/referral-codes.view';
import { MemoryVault } from '../../../../test/support/doubles/memory-vault.ts';
import { until } from '../../../../test/support/until.ts';
import { systemClock } from '../kernel/clock.ts';
import { Dispatch, DispatchHandler, Streams } from '../kernel/commands/dispatch.ts';
import { openSqliteEventStore } from '../kernel/log/sqlite/engine.ts';
import type { EventStore } from '../kernel/log/port.ts';
import { ParkingLot } from '../kernel/projecting/parked.ts';
import { MasterKeys } from '../kernel/keys/master-keys.ts';
import { PersonalDataCodec } from '../kernel/log/personal-data.ts';
import { openSqliteReadStore } from '../kernel/views/sqlite/engine.ts';
import type { ReadStore } from '../kernel/views/port.ts';
import { Refused } from '../kernel/refused.ts';
import { WorkflowRunner } from '../kernel/work/workflow-runner.ts';
import { CodeEarnings } from './code-earnings.ts';
import { ReferralCodes } from './referral-codes.ts';
import type { DrawCode } from './referral-codes.ts';

const metadata: EventMetadata = { actor: 'creator-1', correlation: 'test', causation: null };

describe('what is recorded about referrals', () => {
  let dataDir: string;
  let events: EventStore;
  let views: ReadStore;
  let vault: MemoryVault;
  let codec: PersonalDataCodec;
  let streams: Streams;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tessera-recording-'));
    events = await openSqliteEventStore({ file: join(dataDir, 'events.db') });
    views = await openSqliteReadStore({ file: join(dataDir, 'views.db') });
    await views.register(referralCodes, 'events');
    vault = new MemoryVault();
    codec = new PersonalDataCodec({
      definitions,
      vault,
      masterKeys: new MasterKeys(Buffer.alloc(32, 7)),
      newId: () => systemClock.newId(),
    });
    streams = new Streams(events, codec);
  });
  afterEach(async () => {
    await events.close();
    await views.close();
    await rm(dataDir, { recursive: true });
  });

  const commandBus = () => {
    const handler = new DispatchHandler(streams);
    const commands = { execute: (dispatch: Dispatch<unknown, unknown, DomainEvent>) => handler.execute(dispatch) };
    return commands as unknown as CommandBus;
  };
  const codesDrawnBy = (draw: DrawCode) =>
    new ReferralCodes(commandBus(), streams, views, systemClock, new CodeEarnings(views), draw);

  it('[API-30] a code that is taken is drawn again, so that no two creators share one', async () => {
    // Each draw repeats all earlier codes before it gives a new one.
    let drawn = 0;
    const values = Array.from({ length: 8 }, (_, index) => Array.from({ length: index + 1 }, (_again, value) => value));
    const codes = codesDrawnBy(() => Uint8Array.of(0, 0, 0, 0, values.flat()[drawn++] ?? 0));
    const made: string[] = [];
    for (let creator = 0; creator < 8; creator += 1) {
      const { created } = await codes.create(`creator-${creator}`, null, metadata);
      made.push(created.code);
    }
    expect(made).toEqual(Array.from({ length: 8 }, (_, value) => `0000000${value}`));
    expect(drawn).toBe(values.flat().length);
    expect((await codes.validity('00000003')).valid).toBe(true);
  });

  it('gives up if the source of codes always draws the same one', async () => {
    const codes = codesDrawnBy(() => Uint8Array.of(1, 2, 3, 4, 5));
    await codes.create('creator-1', null, metadata);
    await expect(codes.create('creator-2', null, metadata)).rejects.toThrow('referral_code_taken');
  });

  it('a creator has at most a hundred codes', async () => {
    const own = Array.from({ length: 100 }, (_, index) => ({
      id: `code-${index}`,
      code: `code-${index}`,
      created_at: '2026-11-21T10:00:00.000Z',
    }));
    const document = { creator_id: 'creator-1', codes: own };
    const changes = [{ key: 'creator-1', position: 0, document }];
    await views.commit(0, [{ view: referralCodes.name, changes }]);
    const codes = codesDrawnBy(() => Uint8Array.of(1, 2, 3, 4, 5));
    const refusal = await codes.create('creator-1', null, metadata).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refused);
    expect((refusal as Refused).failure).toMatchObject({
      failure: 'too_many_referral_codes',
      title: 'Error creating referral code',
    });
  });

  it('the description of a code is encrypted in the log and gone with its creator’s key', async () => {
    const codes = codesDrawnBy(() => Uint8Array.of(1, 2, 3, 4, 5));
    const { created } = await codes.create('creator-1', 'For Anna and Ben', metadata);
    const stored = await events.readStream(`referralCode-${created.code}`);
    expect(JSON.stringify(stored)).not.toContain('Anna');
    expect((await codec.decode(stored))[0]?.data).toMatchObject({ description: 'For Anna and Ben' });
    await codec.forget('creator-1');
    expect((await codec.decode(stored))[0]?.data).toMatchObject({ description: null, code: created.code });
  });

  /** Somebody signs up with a code; the caller decides what a reaction to it does. */
  const signUpAndDeliver = async (react: (reaction: Reaction) => Promise<void>) => {
    const registration = creatorRegistered.of({
      account_id: 'creator-2',
      name: 'Ida Invited',
      email: 'ida@example.com',
      phone: '+47 22 33 44 55',
      terms_version: '2026-11',
      social_handle: '@ida',
      payment_method: 'venmo',
      payout: { venmo_name: 'ida', paypal_email: null, bank_name: null, bank_account: null, bank_routing: null },
      referrer_id: 'creator-1',
      invitation: { referrer_id: 'creator-1', code: '7K3M9XQ2', arrival: 'url', held_for: null },
    });
    await streams.append('account-creator-2', -1, [registration], metadata);
    const parkingLot = new ParkingLot(vault);
    const runner = new WorkflowRunner(recordReferral, {
      events,
      vault,
      parkingLot,
      decode: (recorded) => codec.decode(recorded),
      react,
      viewed: () => Promise.resolve(),
      report: () => undefined,
    });
    const stopping = new AbortController();
    const running = runner.run(stopping.signal);
    return {
      parkingLot,
      runner,
      stop: async () => {
        stopping.abort();
        await running;
      },
    };
  };

  const setAside = (parkingLot: ParkingLot) =>
    until('the referral is set aside', async () => {
      const parked = await parkingLot.of('record-referral');
      return parked.length > 0 && parked;
    });
  const recordedReferrals = () => events.readStream('referral-creator-2');

  it('[REF-40] a referral that the store refuses is set aside with the store’s message until a retry succeeds', async () => {
    const append = jest.spyOn(events, 'append');
    let storeIsFull = true;
    const commands = commandBus();
    const { parkingLot, runner, stop } = await signUpAndDeliver(async ({ id, command }) => {
      if (storeIsFull) append.mockRejectedValueOnce(new Error('the disk is full'));
      await commands.execute(new Dispatch(referral, id, command as RecordReferral, metadata));
    });
    expect(await setAside(parkingLot)).toMatchObject([{ type: 'CreatorRegistered', error: 'the disk is full' }]);
    await runner.retryParked();
    expect(await setAside(parkingLot)).toHaveLength(1);
    expect(await recordedReferrals()).toEqual([]);
    storeIsFull = false;
    await runner.retryParked();
    expect(await parkingLot.of('record-referral')).toEqual([]);
    expect(await recordedReferrals()).toMatchObject([
      { type: 'ReferralRecorded', data: { referral_code: '7K3M9XQ2', status: 'completed' } },
    ]);
    await stop();
  });

  it('[REF-41] a recording that throws records nothing, keeps the sign-up, and leaves the exception’s message', async () => {
    const { parkingLot, runner, stop } = await signUpAndDeliver(() => {
      throw new TypeError('code is not iterable');
    });
    expect(await setAside(parkingLot)).toMatchObject([{ error: 'code is not iterable' }]);
    await runner.retryParked();
    expect(await setAside(parkingLot)).toMatchObject([{ error: 'code is not iterable' }]);
    expect(await recordedReferrals()).toEqual([]);
    expect(await events.readStream('account-creator-2')).toHaveLength(1);
    await stop();
  });
});
