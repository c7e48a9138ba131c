import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { needs } from '../../../../test/support/servers/needs.ts';
import { redisMissing, startRedis } from '../../../../test/support/servers/redis.ts';
import type { TestRedis } from '../../../../test/support/servers/redis.ts';
import { commandTimeoutMs, connectRedis, RedisUnavailable } from './redis.ts';
import type { Redis } from './redis.ts';

needs('Redis', redisMissing)('the connection to Redis', () => {
  let server: TestRedis;
  let redis: Redis;
  let logged: { level: number; msg: string }[];
  const logger = pino({}, { write: (line: string) => void logged.push(JSON.parse(line) as (typeof logged)[0]) });

  beforeEach(async () => {
    logged = [];
    server = await startRedis();
    redis = await connectRedis(server.url, logger);
  });
  afterEach(async () => {
    redis.close();
    await server.remove();
  });

  const ping = () => redis.run('ping', (client) => client.ping());
  const becomes = (wanted: boolean) =>
    new Promise<void>((resolve) => {
      const stop = redis.onStatus((ready) => {
        if (ready !== wanted) return;
        resolve();
        queueMicrotask(() => stop());
      });
    });
  /** Fails before this process does anything else, so that nobody waits. */
  const failsAtOnce = () =>
    expect(Promise.race([ping(), nextTurn('it waits')])).rejects.toBeInstanceOf(RedisUnavailable);

  it('is ready once connected, and logs nothing', async () => {
    expect(redis.isReady()).toBe(true);
    expect(await ping()).toBe('PONG');
    expect(logged).toEqual([]);
  });

  it('fails at once while Redis is down, comes back on its own, and logs one line for each', async () => {
    await server.stop();
    await becomes(false);
    for (let attempt = 0; attempt < 20; attempt += 1) await failsAtOnce();
    await expect(ping()).rejects.toThrow(/^Redis at 127\.0\.0\.1:\d+: could not ping: it is down\. Check that it runs/);
    await server.start();
    await becomes(true);
    expect(await ping()).toBe('PONG');
    expect(logged.map(({ msg }) => msg.replace(/\(.*\)/, '(why)').replace(/:\d+/, ''))).toEqual([
      'Redis at 127.0.0.1 is unreachable (why); trying again until it answers',
      'Redis at 127.0.0.1 answers again',
    ]);
  });

  it('a server that hangs costs one wait, not one per command', async () => {
    server.hang();
    const beganAtMs = performance.now();
    await expect(ping()).rejects.toBeInstanceOf(RedisUnavailable);
    expect(performance.now() - beganAtMs).toBeGreaterThanOrEqual(commandTimeoutMs - 5);
    await failsAtOnce();
    await failsAtOnce();
    server.resume();
  });

  it('startup continues without Redis, and connects once it is up', async () => {
    await server.stop();
    const early = await connectRedis(server.url, logger);
    expect(early.isReady()).toBe(false);
    const ready = new Promise<void>((resolve) => void early.onStatus((is) => is && resolve()));
    await server.start();
    await ready;
    expect(await early.run('ping', (client) => client.ping())).toBe('PONG');
    early.close();
  });

  it('a duplicate queues its commands until Redis is back, so that a read loop does not spin', async () => {
    const reader = redis.client.duplicate();
    reader.on('error', () => undefined);
    await reader.connect();
    await server.stop();
    await becomes(false);
    const asked = reader.ping();
    await server.start();
    expect(await asked).toBe('PONG');
    reader.destroy();
  });

  it('never reveals the password in its URL', async () => {
    await server.stop();
    const secret = await connectRedis(`redis://user:pass-word@127.0.0.1:${server.port}`, logger);
    await expect(secret.run('ping', (client) => client.ping())).rejects.not.toThrow(/pass-word/);
    secret.close();
    expect(JSON.stringify(logged)).not.toContain('pass-word');
    await server.start();
  });
});
