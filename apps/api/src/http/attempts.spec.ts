import { Global, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { Response } from 'express';
import { pino } from 'pino';
import { needs } from '../../../../test/support/needs.ts';
import { redisMissing, startRedis } from '../../../../test/support/redis.ts';
import type { TestRedis } from '../../../../test/support/redis.ts';
import { commandTimeoutMs, connectRedis } from '../adapters/redis.ts';
import type { Redis } from '../adapters/redis.ts';
import { attemptsToken, clockToken, configToken, loggerToken } from '../kernel/tokens.ts';
import { AttemptsModule } from './attempts.module.ts';
import { LocalAttempts, SharedAttempts } from './attempts.ts';
import type { Attempts } from './attempts.ts';
import { RateLimit } from './rate-limit.ts';

const minuteMs = 60_000;
const logger = pino({ level: 'silent' });
const clock = () => {
  const time = { now: 1_700_000_000_000 };
  return { time, now: () => new Date(time.now), newId: () => '' };
};

const takenOf = async (nodes: readonly Attempts[], key: string, max: number, times: number) => {
  const waits = await Promise.all(
    Array.from({ length: times }, async (_, index) => (await nodes[index % nodes.length]?.take(key, max)) ?? 0),
  );
  return { taken: waits.filter((wait) => wait === 0).length, waits: waits.filter((wait) => wait > 0) };
};

describe('attempts that one node counts', () => {
  it('lets so many in within a minute, says how long to wait, and does not count who is refused', async () => {
    const { time, ...at } = clock();
    const attempts = new LocalAttempts(at);
    expect(await takenOf([attempts], 'ada', 3, 10)).toEqual({ taken: 3, waits: Array(7).fill(minuteMs) });
    time.now += minuteMs - 1;
    expect(await attempts.take('ada', 3)).toBe(1);
    time.now += 1;
    expect((await takenOf([attempts], 'ada', 3, 10)).taken).toBe(3);
    expect(await attempts.take('bob', 3)).toBe(0);
  });
});

/** As the product puts it together from its settings. */
const nodeOf = async (redisUrl: string | null) => {
  const settings = [
    { provide: configToken, useValue: { redisUrl } },
    { provide: clockToken, useValue: clock() },
    { provide: loggerToken, useValue: logger },
  ];
  @Global()
  @Module({ providers: settings, exports: settings.map(({ provide }) => provide) })
  class Settings {}
  const module = await Test.createTestingModule({ imports: [Settings, AttemptsModule] }).compile();
  return { limit: new RateLimit('signIns', 3, module.get<Attempts>(attemptsToken)), close: () => module.close() };
};
/** What `Retry-After` said to those who were refused. */
const refusalsOf = async (limits: readonly RateLimit[]) => {
  const waits: number[] = [];
  const response = { setHeader: (_name: string, seconds: number) => void waits.push(seconds) } as unknown as Response;
  for (const limit of limits) await limit.take('ada', response).catch(() => undefined);
  return waits;
};

it('a node without Redis counts its own attempts, and tells the refused how many seconds to wait', async () => {
  const [one, two] = [await nodeOf(null), await nodeOf(null)];
  const limits = Array.from({ length: 8 }, (_, index) => (index % 2 ? one : two).limit);
  expect(await refusalsOf(limits)).toEqual([60, 60]);
  await Promise.all([one.close(), two.close()]);
});

needs('Redis', redisMissing)('attempts that nodes count together', () => {
  let server: TestRedis;
  let connections: Redis[];
  let nodes: SharedAttempts[];

  beforeEach(async () => {
    server = await startRedis();
    connections = await Promise.all([connectRedis(server.url, logger), connectRedis(server.url, logger)]);
    nodes = connections.map((redis) => new SharedAttempts(redis, clock()));
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

  it('two nodes let no more in than one would, however they race', async () => {
    const { taken, waits } = await takenOf(nodes, 'ada', 10, 100);
    expect(taken).toBe(10);
    expect(waits).toHaveLength(90);
    for (const wait of waits) {
      expect(wait).toBeGreaterThan(minuteMs - 10_000);
      expect(wait).toBeLessThanOrEqual(minuteMs);
    }
    expect((await takenOf(nodes, 'bob', 10, 3)).taken).toBe(3);
  });

  it('an attempt counts for a minute by the clock of Redis, and not longer', async () => {
    expect((await takenOf(nodes, 'ada', 2, 2)).taken).toBe(2);
    const [client] = connections.map((redis) => redis.client);
    const [key = ''] = (await client?.keys('attempts:*')) ?? [];
    const counted = (await client?.zRangeWithScores(key, 0, -1)) ?? [];
    for (const { value, score } of counted) await client?.zAdd(key, { value, score: score - minuteMs });
    expect((await takenOf(nodes, 'ada', 2, 5)).taken).toBe(2);
    expect(await client?.pTTL(key)).toBeLessThanOrEqual(minuteMs);
  });

  it('nodes that are given the same Redis have one limit', async () => {
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

  it('while Redis is away each node counts for itself, no attempt waits for it, and afterwards they share again', async () => {
    await server.stop();
    await allBecome(false);
    const start = performance.now();
    const { taken } = await takenOf(nodes, 'ada', 10, 100);
    expect(performance.now() - start).toBeLessThan(commandTimeoutMs);
    expect(taken).toBe(20);
    await server.start();
    await allBecome(true);
    expect((await takenOf(nodes, 'ada', 10, 100)).taken).toBe(10);
  });

  it('a Redis that hangs keeps nobody for longer than a moment', async () => {
    server.hang();
    const start = performance.now();
    expect(await takenOf(nodes, 'ada', 3, 40)).toMatchObject({ taken: 6 });
    const took = performance.now() - start;
    server.goOn();
    expect(took).toBeLessThan(4 * commandTimeoutMs);
  });
});
