import { createClient } from '@redis/client';
import { pino } from 'pino';
import { needs } from '../../../../test/support/servers/needs.ts';
import { redisMissing, startRedis } from '../../../../test/support/servers/redis.ts';
import type { TestRedis } from '../../../../test/support/servers/redis.ts';
import { until } from '../../../../test/support/until.ts';
import type { Hint, NodeMessage } from '../kernel/live/other-nodes.ts';
import { openRedisNodes } from './redis-nodes.ts';
import { connectRedis } from './redis.ts';

const noticedMaxMs = 2_000;
const logger = pino({ level: 'silent' });

needs('Redis', redisMissing)('nodes that share a Redis', () => {
  let server: TestRedis;
  let operator: Awaited<ReturnType<typeof operatorOf>>;
  let closing: (() => Promise<void>)[];

  const operatorOf = async (url: string) => {
    const client = createClient({ url });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };

  /** Starts a node that has its own Redis user. */
  const start = async (user: string) => {
    await operator.sendCommand(['ACL', 'SETUSER', user, 'on', `>${user}`, '+@all', '~*', '&*']);
    const redis = await connectRedis(server.url.replace('//', `//${user}:${user}@`), logger);
    const nodes = await openRedisNodes(redis, logger);
    const received: NodeMessage[] = [];
    const hearing: boolean[] = [];
    nodes.onMessage((message) => received.push(message));
    nodes.onConnectionChange((hears) => hearing.push(hears));
    const end = async () => {
      await nodes.close();
      redis.close();
    };
    closing.push(end);
    return { nodes, received, hearing, redis, end };
  };
  const may = (user: string, rule: string) => operator.sendCommand(['ACL', 'SETUSER', user, rule]);
  const hint = (position: number): Hint => ({ view: 'creator-dashboard', key: 'ada', room: 'ada', position });
  const msUntil = async (what: string, isSo: () => boolean) => {
    const startMs = performance.now();
    await until(what, async () => isSo(), 10_000);
    return performance.now() - startMs;
  };

  beforeEach(async () => {
    closing = [];
    server = await startRedis();
    operator = await operatorOf(server.url);
  });
  afterEach(async () => {
    for (const end of closing) await end();
    operator.destroy();
    await server.remove();
  });

  it('receive the messages of the others in order, and not their own', async () => {
    const [one, other] = [await start('one'), await start('other')];
    expect([one.nodes.isReachable(), other.hearing]).toEqual([true, [true]]);
    for (let position = 1; position <= 100; position += 1) one.nodes.send({ changed: [hint(position)] });
    await msUntil('all is heard', () => other.received.length === 100);
    expect(other.received).toEqual(Array.from({ length: 100 }, (_unused, index) => ({ changed: [hint(index + 1)] })));
    expect(one.received).toEqual([]);
    expect([one.hearing, other.hearing]).toEqual([[true], [true]]);
  });

  it('[PROD-17] a node that can’t publish is degraded immediately, and within 2 s the others stop relying on it', async () => {
    const [one, other] = [await start('one'), await start('other')];
    await msUntil('they know each other', () => one.nodes.isReachable());
    one.nodes.send({ promoted: 'licenses' });
    await msUntil('it is heard', () => other.received.length === 1);

    await may('one', '-publish');
    one.nodes.send({ changed: [hint(1)] });
    const degradedMs = await msUntil('it says that it is degraded', () => !one.nodes.isReachable());
    expect(degradedMs).toBeLessThan(noticedMaxMs);
    const silentMs = await msUntil('the other does not rely on it', () => other.hearing.at(-1) === false);
    expect(degradedMs + silentMs).toBeLessThan(noticedMaxMs);
    expect(other.nodes.isReachable()).toBe(true);

    await may('one', '+publish');
    await msUntil('both hear everything again', () => one.nodes.isReachable() && other.hearing.at(-1) === true);
    expect(other.received).toHaveLength(1);
  });

  it('[PROD-17] a single lost message is noticed by its number', async () => {
    const [one, other] = [await start('one'), await start('other')];
    one.nodes.send({ promoted: 'licenses' });
    await msUntil('it is heard', () => other.received.length === 1);
    const lost = one.redis.client.publish.bind(one.redis.client);
    const refusing = jest.spyOn(one.redis.client, 'publish').mockRejectedValueOnce(new Error('cut off'));
    one.nodes.send({ changed: [hint(1)] });
    refusing.mockImplementation(lost);
    const startMs = performance.now();
    await msUntil('the other looks for itself', () => other.hearing.length > 1);
    expect(performance.now() - startMs).toBeLessThan(noticedMaxMs);
    expect(other.hearing).toEqual([true, true]);
    expect(other.received).toHaveLength(1);
  });

  it('[PROD-17] a Redis that hangs is noticed within 2 s by all, and so is its return', async () => {
    const [one, other] = [await start('one'), await start('other')];
    server.hang();
    const noticedMs = await msUntil('both notice', () => [one, other].every(({ nodes }) => !nodes.isReachable()));
    expect(noticedMs).toBeLessThan(noticedMaxMs);
    expect([one.hearing.at(-1), other.hearing.at(-1)]).toEqual([false, false]);
    server.resume();
    await msUntil('both are back', () => [one, other].every(({ hearing }) => hearing.at(-1) === true));
  });

  it('starting and stopping work without Redis, which is reported', async () => {
    await server.stop();
    const redis = await connectRedis(server.url, logger);
    const early = await openRedisNodes(redis, logger);
    const hearing: boolean[] = [];
    early.onConnectionChange((hears) => hearing.push(hears));
    expect([early.isReachable(), hearing]).toEqual([false, [false]]);
    await server.start();
    await msUntil('it hears', () => early.isReachable() && hearing.at(-1) === true);
    await server.stop();
    await msUntil('it does not', () => !early.isReachable() && hearing.at(-1) === false);
    await early.close();
    redis.close();
    await server.start();
    const never = await connectRedis(server.url.replace(String(server.port), '1'), logger);
    await (await openRedisNodes(never, logger)).close();
    never.close();
  });

  it('a node that leaves raises no alarm', async () => {
    const [one, other] = [await start('one'), await start('other')];
    one.nodes.send({ promoted: 'licenses' });
    await msUntil('it is heard', () => other.received.length === 1);
    await one.end();
    closing = closing.slice(1);
    const beats = jest.spyOn(other.redis.client, 'publish');
    // This many take longer than it takes to notice a silence.
    await msUntil('it has looked after the others', () => beats.mock.calls.length >= 5);
    expect(other.hearing).toEqual([true]);
  });
});
