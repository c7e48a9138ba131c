import { createSecretKey, randomBytes } from 'node:crypto';
import { defineEvent } from '@tessera/domain/kernel/event';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import fc from 'fast-check';
import { v7 } from 'uuid';
import { MemoryVault } from '../../../../../test/support/doubles/memory-vault.ts';
import type { NewEvent } from './port.ts';
import { derivedKey } from '../keys/derived-key.ts';
import { MasterKeys } from '../keys/master-keys.ts';
import { PersonalDataCodec } from './personal-data.ts';
import { VaultUnavailable } from '../records/port.ts';

interface Joined {
  readonly account_id: string;
  readonly nickname: string;
  readonly email: unknown;
  readonly payout: unknown;
}

const joined = defineEvent<Joined>()('Joined', {
  version: 3,
  upcasts: {
    1: ({ mail, ...data }) => ({ ...data, email: mail }),
    2: (data) => ({ ...data, nickname: String(data['nickname']).toUpperCase() }),
  },
  personal: { account: (data) => data.account_id, fields: ['email', 'payout'] },
  audit: (data) => `${data.nickname} joined.`,
});
const counted = defineEvent<{ count: number }>()('Counted', {
  version: 2,
  upcasts: { 1: ({ n }) => ({ count: n }) },
  audit: () => 'Counted.',
});
const definitions = new Map([joined, counted].map((definition) => [definition.type as string, definition]));

const metadata = { actor: 'system', correlation: 'test', causation: null };
const masterKey = randomBytes(32);
const codecOn = (vault: MemoryVault, key = masterKey) =>
  new PersonalDataCodec({ definitions, vault, masterKeys: new MasterKeys(key), newId: v7 });

/** As the log returns it: after a round trip through JSON. */
const recorded = (event: NewEvent): RecordedEvent =>
  JSON.parse(
    JSON.stringify({ ...event, stream: 'a-1', revision: 0, position: 0, recordedAt: '2026-11-01T00:00:00.000Z' }),
  ) as RecordedEvent;

const joinedAs = (account_id: string, email: unknown, payout: unknown = null) =>
  joined.of({ account_id, nickname: 'Mira', email, payout });

const stored = async (codec: PersonalDataCodec, ...events: Parameters<PersonalDataCodec['encode']>[0]) =>
  (await codec.encode(events, metadata)).map(recorded);

const emailOf = (event: RecordedEvent | undefined) => ((event as RecordedEvent).data as Joined).email;

it('[ENT-04] encrypted fields are read back unchanged, even after a restart, and the log contains none of them in the clear', async () => {
  const secret = fc.string({ minLength: 6, unit: 'grapheme' }).filter((text) => text.trim().length >= 6);
  await fc.assert(
    fc.asyncProperty(fc.uuid(), secret, fc.jsonValue(), async (account, email, payout) => {
      const vault = new MemoryVault();
      const codec = codecOn(vault);
      const log = await stored(codec, joinedAs(account, email, { note: email, payout }));
      expect(JSON.stringify(log)).not.toContain(JSON.stringify(email).slice(1, -1));
      for (const reader of [codec, codecOn(vault)]) {
        const [event] = await reader.decode(log);
        expect(event!.data).toEqual({
          account_id: account,
          nickname: 'Mira',
          email,
          payout: JSON.parse(JSON.stringify({ note: email, payout })) as unknown,
        });
      }
    }),
    { numRuns: 100 },
  );
});

it('[SEC-15] a nested field is encrypted and forgotten like others, and the fields beside it are not', async () => {
  const shown = defineEvent<{ owner: string; media: { url: string; blur: string } }>()('Shown', {
    personal: { account: ({ owner }) => owner, fields: ['media.blur'] },
    audit: () => 'Shown.',
  });
  const ofShown = new Map([[shown.type, shown]]);
  const vault = new MemoryVault();
  const codec = new PersonalDataCodec({
    definitions: ofShown,
    vault,
    masterKeys: new MasterKeys(masterKey),
    newId: v7,
  });
  const event = shown.of({ owner: 'a', media: { url: 'a.webp', blur: 'data:blurred' } });
  const log = await stored(codec, event);
  expect(JSON.stringify(log)).toContain('a.webp');
  expect(JSON.stringify(log)).not.toContain('blurred');
  expect((await codec.decode(log)).map(({ data }) => data)).toEqual([event.data]);
  await codec.forget('a');
  const forgotten = { owner: 'a', media: { url: 'a.webp', blur: null } };
  expect((await codec.decode(log)).map(({ data }) => data)).toEqual([forgotten]);
});

it('[SEC-03][ENT-04] a field kept encrypted opens later only with the account’s key and in its own place, and never once the key is gone', async () => {
  const codec = codecOn(new MemoryVault());
  const log = await stored(codec, joinedAs('a', 'mira@example.com'), joinedAs('b', 'mara@example.com'));
  for (const decoded of [await codec.decode(log), codec.decodeWithoutKeys(log)]) {
    const [mine, theirs] = decoded.map(({ sealed }) => sealed!['email']!);
    expect(JSON.stringify([mine, theirs])).not.toContain('example.com');
    expect(await codec.open('a', mine!)).toBe('mira@example.com');
    expect(await codec.open('b', theirs!)).toBe('mara@example.com');
    await expect(codec.open('a', theirs!)).rejects.toThrow("can't be decrypted");
    await expect(codec.open('a', { ...mine!, field: 'payout' })).rejects.toThrow("can't be decrypted");
  }
  const closed = codec.decodeWithoutKeys(log)[0]!.sealed!['email']!;
  await codec.forget('a');
  expect(await codec.open('a', closed)).toBeNull();
});

it('the same value is never stored the same way twice', async () => {
  const codec = codecOn(new MemoryVault());
  const [one, other] = await stored(codec, joinedAs('a', 'mira@example.com'), joinedAs('a', 'mira@example.com'));
  expect(emailOf(one)).not.toEqual(emailOf(other));
});

it('[ENT-04] another account’s key opens nothing, and neither does a field moved to another place', async () => {
  const codec = codecOn(new MemoryVault());
  const [mine, theirs] = await stored(
    codec,
    joinedAs('mine', 'mira@example.com'),
    joinedAs('theirs', 'jonas@example.com'),
  );
  const data = mine!.data as Joined;
  const moved = [
    { ...theirs!, data: { ...(theirs!.data as Joined), email: data.email } },
    { ...mine!, data: { ...data, payout: data.email } },
    { ...mine!, data: { ...data, account_id: 'theirs' } },
  ];
  for (const event of moved) await expect((async () => codec.decode([event]))()).rejects.toThrow(/can't be decrypted/);
});

it('a wrong master key is an error, and is not mistaken for a forgotten person', async () => {
  const vault = new MemoryVault();
  const log = await stored(codecOn(vault), joinedAs('a', 'mira@example.com'));
  await expect((async () => codecOn(vault, randomBytes(32)).decode(log))()).rejects.toThrow(/MASTER_KEY/);
});

it('a forgotten person reads as null for good, others are untouched, and later events store nothing of the person', async () => {
  const vault = new MemoryVault();
  const codec = codecOn(vault);
  const log = await stored(codec, joinedAs('a', 'mira@example.com', { bank: '1' }), joinedAs('b', 'jonas@example.com'));
  await codec.decode(log);
  await codec.forget('a');
  const later = await stored(codec, joinedAs('a', 'mira@example.com'));
  expect(emailOf(later[0])).toBeNull();
  for (const reader of [codec, codecOn(vault)]) {
    const events = await reader.decode([...log, ...later]);
    expect(events.map(emailOf)).toEqual([null, 'jonas@example.com', null]);
    expect(events[0]!.data).toMatchObject({ nickname: 'Mira', payout: null });
  }
});

it('fields whose key is lost read as null', async () => {
  const vault = new MemoryVault();
  const log = await stored(codecOn(vault), joinedAs('a', 'mira@example.com'));
  await vault.delete('keys', 'a');
  expect((await codecOn(vault).decode(log)).map(emailOf)).toEqual([null]);
});

it('twenty concurrent writers agree on one key', async () => {
  const vault = new MemoryVault();
  const writers = Array.from({ length: 20 }, () => codecOn(vault));
  const log = (await Promise.all(writers.map((codec) => stored(codec, joinedAs('a', 'mira@example.com'))))).flat();
  expect((await codecOn(vault).decode(log)).map(emailOf)).toEqual(Array(20).fill('mira@example.com'));
});

it('while the vault is down a cached key works for ten minutes, but not where it was forgotten', async () => {
  const vault = new MemoryVault();
  const codec = codecOn(vault);
  const log = await stored(codec, joinedAs('a', 'mira@example.com'), joinedAs('b', 'noor@example.com'));
  const readAtMs = performance.now();
  const clock = jest.spyOn(performance, 'now');
  const reading = jest.spyOn(vault, 'get').mockRejectedValue(new VaultUnavailable('away'));
  const readAfter = async (minutes: number) => {
    clock.mockReturnValue(readAtMs + minutes * 60_000);
    return (await codec.decode(log)).map(emailOf);
  };
  try {
    expect(await readAfter(2)).toEqual(['mira@example.com', 'noor@example.com']);
    const asked = reading.mock.calls.length;
    expect(await readAfter(2)).toEqual(['mira@example.com', 'noor@example.com']);
    expect(reading.mock.calls.length).toBe(asked);
    await codec.forget('b');
    await expect(readAfter(3)).rejects.toThrow(VaultUnavailable);
    reading.mockRestore();
    expect(await readAfter(3)).toEqual(['mira@example.com', null]);
    jest.spyOn(vault, 'get').mockRejectedValue(new VaultUnavailable('away'));
    await expect(readAfter(14)).rejects.toThrow(VaultUnavailable);
  } finally {
    jest.restoreAllMocks();
  }
});

it('the vault holds keys only in wrapped form', async () => {
  const vault = new MemoryVault();
  await stored(codecOn(vault), joinedAs('a', 'mira@example.com'));
  expect(vault.dump()).not.toContain(masterKey.toString('base64'));
  const { wrapped } = (await vault.get<{ wrapped: string }>('keys', 'a'))!;
  // IV, tag and the 32 encrypted bytes of the key.
  expect(Buffer.from(wrapped, 'base64')).toHaveLength(12 + 16 + 32);
});

it('events that need no decoding come back synchronously as the very same array', async () => {
  const codec = codecOn(new MemoryVault());
  const log = await stored(codec, counted.of({ count: 1 }), counted.of({ count: 2 }));
  const unknown = { ...log[0]!, type: 'FromTheFuture' };
  const batch = [...log, unknown];
  expect(codec.decode(batch)).toBe(batch);
});

it('old versions are upcast, even if a personal field had another name', async () => {
  const codec = codecOn(new MemoryVault());
  const [now] = await stored(codec, joinedAs('a', 'mira@example.com'));
  expect(now!.version).toBe(3);
  const plain = { ...now!, type: 'Counted', version: 1, data: { n: 7 } };
  const unsealed = { ...now!, version: 1, data: { account_id: 'a', nickname: 'mira', mail: 'mira@example.com' } };
  const second = { ...now!, version: 2, data: { ...(now!.data as Joined), nickname: 'mira' } };
  const events = await codec.decode([plain, unsealed, second]);
  expect(events.map(({ data, version }) => [version, data])).toEqual([
    [2, { count: 7 }],
    [3, { account_id: 'a', nickname: 'MIRA', email: 'mira@example.com' }],
    [3, { account_id: 'a', nickname: 'MIRA', email: 'mira@example.com', payout: null }],
  ]);
});

it('an event that the catalog does not know is not recorded', async () => {
  const codec = codecOn(new MemoryVault());
  await expect(codec.encode([{ type: 'Unknown', data: {} }], metadata)).rejects.toThrow(/not in the catalog/);
});

it('what was sealed or signed years ago still opens: derived keys never change', () => {
  const hex = (own: Parameters<typeof derivedKey>[0], use: string) => derivedKey(own, use).export().toString('hex');
  expect(hex('a secret', 'known devices')).toBe('09cdcd6f6f6a5fdbee1aa2eb4dc7c7f80ed9894dcf055e837d61b646714f08d1');
  expect(hex(createSecretKey(Buffer.alloc(32, 1)), 'second factor recovery codes')).toBe(
    '312e361c066647492f8ffc7f0cf2201014b4206470a4ac4895db29292b0de780',
  );
});

it('[PAY-34] personal fields that nobody needs read as null, and their keys are not fetched', async () => {
  const vault = new MemoryVault();
  const log = await stored(codecOn(vault), joinedAs('ann', 'ann@example.com'), counted.of({ count: 7 }));
  const asked = jest.spyOn(vault, 'get');
  const unopened = await codecOn(vault).decode(log, new Set([counted.type]));
  expect(unopened.map(({ data }) => data)).toEqual([
    { account_id: 'ann', nickname: 'Mira', email: null, payout: null },
    { count: 7 },
  ]);
  expect(asked).not.toHaveBeenCalled();
  const [opened] = await codecOn(vault).decode(log, new Set([joined.type]));
  expect(emailOf(opened)).toBe('ann@example.com');
});
