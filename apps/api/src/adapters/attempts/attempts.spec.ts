import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { Global, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { Response } from 'express';
import * as fc from 'fast-check';
import { pino } from 'pino';
import { needs } from '../../../../../test/support/servers/needs.ts';
import { redisMissing, startRedis } from '../../../../../test/support/servers/redis.ts';
import type { TestRedis } from '../../../../../test/support/servers/redis.ts';
import { commandTimeoutMs, connectRedis } from '../redis.ts';
import type { Redis } from '../redis.ts';
import { configToken, loggerToken } from '../../kernel/tokens.ts';
import { AttemptsModule } from './attempts.module.ts';
import { Attempts, LocalAttempts } from './attempts.ts';
import { RedisAttempts } from './redis-attempts.ts';
import { networkOf, roughNetworkOf } from '../../http/limits/network-of.ts';
import { RateLimit } from '../../http/limits/rate-limit.ts';

const minuteMs = 60_000;
const logger = pino({ level: 'silent' });

const takenOf = async (nodes: readonly Attempts[], key: string, max: number, times: number) => {
  const waits = await Promise.all(
    Array.from({ length: times }, async (_, index) => (await nodes[index % nodes.length]?.take(key, max)) ?? 0),
  );
  return { taken: waits.filter((wait) => wait === 0).length, waits: waits.filter((wait) => wait > 0) };
};

describe('attempts that one node counts', () => {
  it('allow a number per minute, say how long to wait, and don’t count refused ones', async () => {
    const time = { now: 5_000 };
    const attempts = new LocalAttempts(() => time.now);
    expect(await takenOf([attempts], 'ada', 3, 10)).toEqual({ taken: 3, waits: Array(7).fill(minuteMs) });
    time.now += minuteMs - 1;
    expect(await attempts.take('ada', 3)).toBe(1);
    time.now += 1;
    expect((await takenOf([attempts], 'ada', 3, 10)).taken).toBe(3);
    expect(await attempts.take('bob', 3)).toBe(0);
  });
});

it('[SEC-11] a lockout counted while the clock was ahead lasts no longer than a minute', async () => {
  const attempts = new LocalAttempts();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60 * minuteMs);
  await takenOf([attempts], 'ada', 3, 4);
  clock.mockRestore();
  expect(await attempts.take('ada', 3)).toBeLessThanOrEqual(minuteMs);
});

const v6 = (groups: readonly number[]) => groups.map((group) => group.toString(16)).join(':');
const half = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 4, maxLength: 4 });
/** Zeros are common in IPv6 addresses, and can be written in many ways. */
const network = fc.oneof(half, fc.constantFrom([0x2001, 0xdb8, 0, 0], [0x2001, 0xdb8, 0, 1], [0xfe80, 0, 0, 0]));

it('[SEC-11] the IPv6 addresses of one /64 count as one, whatever they look like, and no others', () => {
  fc.assert(
    fc.property(network, network, half, half, (one, other, host, otherHost) => {
      const key = networkOf(v6([...one, ...host]));
      expect(networkOf(v6([...one, ...otherHost]).toUpperCase())).toBe(key);
      const { hostname } = new URL(`http://[${v6([...one, ...otherHost])}]`);
      expect(networkOf(hostname.slice(1, -1))).toBe(key);
      expect(networkOf(v6([...other, ...host])) === key).toBe(v6(one) === v6(other));
    }),
  );
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  expect(networkOf('64:ff9b::192.0.2.1')).toBe('64:ff9b:0:0::/64');
});

it('[SEC-11] an IPv4 address counts on its own, even written as IPv6', () => {
  const spellings = ['192.0.2.7', '::ffff:192.0.2.7', '::FFFF:192.0.2.7', '::ffff:c000:207'];
  expect(spellings.map(networkOf)).toEqual(Array(4).fill('192.0.2.7'));
  expect(networkOf('192.0.2.8')).not.toBe(networkOf('192.0.2.7'));
  expect(networkOf('')).toBe('');
});

const byte = fc.integer({ min: 0, max: 255 });
const v4Network = fc.tuple(fc.integer({ min: 1, max: 223 }), byte, byte).map((bytes) => bytes.join('.'));
const localNetwork = /^(10|127|192[.]168|169[.]254|172[.](1[6-9]|2\d|3[01])|100[.](6[4-9]|[789]\d|1[01]\d|12[0-7]))[.]/;

it('[SEC-08] the rough network is the same for all addresses of a /24 or a /48, differs from others’, and reveals no address', () => {
  fc.assert(
    fc.property(v4Network, v4Network, byte, byte, (one, other, host, otherHost) => {
      const words = roughNetworkOf(`${one}.${host}`);
      expect(words).toBe(localNetwork.test(`${one}.`) ? 'Local network' : `${one}.x`);
      expect(roughNetworkOf(`::ffff:${one}.${otherHost}`)).toBe(words);
      const bothLocal = localNetwork.test(`${one}.`) && localNetwork.test(`${other}.`);
      expect(roughNetworkOf(`${other}.${host}`) === words).toBe(one === other || bothLocal);
    }),
  );
  const site = fc.tuple(fc.integer({ min: 0x2000, max: 0x3fff }), fc.nat(0xffff), fc.constantFrom(0, 1, 0xabcd));
  const rest = fc.array(fc.constantFrom(0, 1, 0xffff, 0xabcd), { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(site, site, rest, rest, (one, other, host, otherHost) => {
      const words = roughNetworkOf(v6([...one, ...host]));
      expect(words).toBe(`${v6(one)}:x`);
      const { hostname } = new URL(`http://[${v6([...one, ...otherHost])}]`);
      expect(roughNetworkOf(hostname.slice(1, -1))).toBe(words);
      expect(roughNetworkOf(v6([...other, ...host])) === words).toBe(v6(one) === v6(other));
    }),
  );
  expect(['::1', 'fe80::1%eth0', 'fd12::7', '::ffff:10.0.0.7'].map(roughNetworkOf)).toEqual(
    Array(4).fill('Local network'),
  );
  expect(['', 'localhost', '1.2.3'].map(roughNetworkOf)).toEqual([null, null, null]);
});

/** Builds a node's limit from settings, as the service does. */
const nodeOf = async (redisUrl: string | null) => {
  const settings = [
    { provide: configToken, useValue: { redisUrl } },
    { provide: loggerToken, useValue: logger },
  ];
  @Global()
  @Module({ providers: settings, exports: settings.map(({ provide }) => provide) })
  class Settings {}
  const module = await Test.createTestingModule({ imports: [Settings, AttemptsModule] }).compile();
  return { limit: new RateLimit('signIns', 3, module.get<Attempts>(Attempts)), close: () => module.close() };
};
/** Returns the `Retry-After` of each refusal. */
const refusalsOf = async (limits: readonly RateLimit[]) => {
  const waits: number[] = [];
  const response = { setHeader: (_name: string, seconds: number) => void waits.push(seconds) } as unknown as Response;
  for (const limit of limits) await limit.take('ada', response).catch(() => undefined);
  return waits;
};

it('a node without Redis counts its own attempts, and says how many seconds to wait when it refuses one', async () => {
  const [one, two] = [await nodeOf(null), await nodeOf(null)];
  const limits = Array.from({ length: 8 }, (_, index) => (index % 2 ? one : two).limit);
  expect(await refusalsOf(limits)).toEqual([60, 60]);
  await Promise.all([one.close(), two.close()]);
});

needs('Redis', redisMissing)('attempts that nodes count together', () => {
  let server: TestRedis;
  let connections: Redis[];
  let nodes: RedisAttempts[];

  beforeEach(async () => {
    server = await startRedis();
    connections = await Promise.all([connectRedis(server.url, logger), connectRedis(server.url, logger)]);
    nodes = connections.map((redis) => new RedisAttempts(redis));
  });
  afterEach(async () => {
    for (const connection of connections) connection.close();
    await server.remove();
  });

  const allBecome = (wanted: boolean) =>
    Promise.all(
      connections.map(
        (redis) => new Promise<void>((resolve) => void redis.onStatus((ready) => ready === wanted && resolve())),
      ),
    );

  it('two nodes allow no more than one would, however they race', async () => {
    const beganAtMs = Date.now();
    const { taken, waits } = await takenOf(nodes, 'ada', 10, 100);
    const leastMs = beganAtMs + minuteMs - Date.now() - 1;
    expect(taken).toBe(10);
    expect(waits).toHaveLength(90);
    for (const wait of waits) {
      expect(wait).toBeGreaterThanOrEqual(leastMs);
      expect(wait).toBeLessThanOrEqual(minuteMs);
    }
    expect((await takenOf(nodes, 'bob', 10, 3)).taken).toBe(3);
  });

  it('an attempt counts for a minute by Redis’s clock, and no longer', async () => {
    expect((await takenOf(nodes, 'ada', 2, 2)).taken).toBe(2);
    const [client] = connections.map((redis) => redis.client);
    const [key = ''] = (await client?.keys('attempts:*')) ?? [];
    const counted = (await client?.zRangeWithScores(key, 0, -1)) ?? [];
    for (const { value, score } of counted) await client?.zAdd(key, { value, score: score - minuteMs });
    expect((await takenOf(nodes, 'ada', 2, 5)).taken).toBe(2);
    expect(await client?.pTTL(key)).toBeLessThanOrEqual(minuteMs);
  });

  it('[SEC-11] attempts from before Redis’s clock was set back no longer count', async () => {
    await takenOf(nodes, 'ada', 2, 3);
    const [client] = connections.map((redis) => redis.client);
    const [key = ''] = (await client?.keys('attempts:*')) ?? [];
    const counted = (await client?.zRangeWithScores(key, 0, -1)) ?? [];
    for (const { value, score } of counted) await client?.zAdd(key, { value, score: score + 60 * minuteMs });
    expect((await takenOf(nodes, 'ada', 2, 3)).taken).toBe(2);
  });

  it('nodes that share a Redis share one limit', async () => {
    const [one, two] = [await nodeOf(server.url), await nodeOf(server.url)];
    const limits = Array.from({ length: 8 }, (_, index) => (index % 2 ? one : two).limit);
    const waits = await refusalsOf(limits);
    expect(waits).toHaveLength(5);
    for (const wait of waits) expect(wait).toBeLessThanOrEqual(60);
    await Promise.all([one.close(), two.close()]);
  });

  it('no address and no email can be read in Redis', async () => {
    await nodes[0]?.take('passwordsPerEmail:ada@example.com', 3);
    const keys = await connections[0]?.client.keys('*');
    expect(keys).toHaveLength(1);
    expect(keys?.join()).not.toContain('ada');
  });

  it('while Redis is down each node counts on its own, no attempt waits for it, and once it is back they share again', async () => {
    await server.stop();
    await allBecome(false);
    // Raced in this process, because a busy machine slows down both.
    const waited = delay(commandTimeoutMs, 'too late');
    expect(await Promise.race([takenOf(nodes, 'ada', 10, 100), waited])).toMatchObject({ taken: 20 });
    await server.start();
    await allBecome(true);
    expect((await takenOf(nodes, 'ada', 10, 100)).taken).toBe(10);
  });

  it('a Redis that hangs delays nobody for more than a moment', async () => {
    server.hang();
    // Raced in this process, because a busy machine slows down both.
    const waited = delay(4 * commandTimeoutMs).then(() => nextTurn('too late'));
    expect(await Promise.race([takenOf(nodes, 'ada', 3, 40), waited])).toMatchObject({ taken: 6 });
    server.resume();
  });
});
