import { pino } from 'pino';
import { needs } from '../../../../test/support/servers/needs.ts';
import { redisMissing } from '../../../../test/support/servers/redis.ts';
import { until } from '../../../../test/support/until.ts';
import { hint, openNodesOnRedis } from '../../../../test/support/worlds/nodes-on-redis.ts';
import type { NodesOnRedis } from '../../../../test/support/worlds/nodes-on-redis.ts';
import { openRedisNodes } from './redis-nodes.ts';
import { connectRedis } from './redis.ts';

const logger = pino({ level: 'silent' });

needs('Redis', redisMissing)('nodes that share a Redis', () => {
  let shared: NodesOnRedis;
  beforeEach(async () => {
    shared = await openNodesOnRedis();
  });
  afterEach(() => shared.close());

  const untilSo = (what: string, isSo: () => boolean) => until(what, async () => isSo());

  it('receive the messages of the others in order, and not their own', async () => {
    const [one, other] = [await shared.start('one'), await shared.start('other')];
    expect([one.nodes.isReachable(), other.hearing]).toEqual([true, [true]]);
    for (let position = 1; position <= 100; position += 1) one.nodes.send({ changed: [hint(position)] });
    await untilSo('all is heard', () => other.received.length === 100);
    expect(other.received).toEqual(Array.from({ length: 100 }, (_unused, index) => ({ changed: [hint(index + 1)] })));
    expect(one.received).toEqual([]);
    expect([one.hearing, other.hearing]).toEqual([[true], [true]]);
  });

  it('starting and stopping work without Redis, which is reported', async () => {
    await shared.server.stop();
    const redis = await connectRedis(shared.server.url, logger);
    const early = await openRedisNodes(redis, logger);
    const hearing: boolean[] = [];
    early.onConnectionChange((hears) => hearing.push(hears));
    expect([early.isReachable(), hearing]).toEqual([false, [false]]);
    await shared.server.start();
    await untilSo('it hears', () => early.isReachable() && hearing.at(-1) === true);
    await shared.server.stop();
    await untilSo('it does not', () => !early.isReachable() && hearing.at(-1) === false);
    await early.close();
    redis.close();
    await shared.server.start();
    const never = await connectRedis(shared.server.url.replace(String(shared.server.port), '1'), logger);
    await (await openRedisNodes(never, logger)).close();
    never.close();
  });

  it('a node that leaves raises no alarm', async () => {
    const [one, other] = [await shared.start('one'), await shared.start('other')];
    one.nodes.send({ promoted: 'licenses' });
    await untilSo('it is heard', () => other.received.length === 1);
    await one.end();
    const beats = jest.spyOn(other.redis.client, 'publish');
    // This many take longer than it takes to notice a silence.
    await untilSo('it has looked after the others', () => beats.mock.calls.length >= 5);
    expect(other.hearing).toEqual([true]);
  });
});
