import { bestOfThree, msOf } from '../../../../test/support/best-of-three.ts';
import { needs } from '../../../../test/support/servers/needs.ts';
import { redisMissing } from '../../../../test/support/servers/redis.ts';
import { until } from '../../../../test/support/until.ts';
import { hint, openNodesOnRedis } from '../../../../test/support/worlds/nodes-on-redis.ts';
import type { NodesOnRedis } from '../../../../test/support/worlds/nodes-on-redis.ts';

const noticedMaxMs = 2_000;

needs('Redis', redisMissing)('nodes that share a Redis', () => {
  let shared: NodesOnRedis;
  beforeEach(async () => {
    shared = await openNodesOnRedis();
  });
  afterEach(() => shared.close());

  const untilSo = (what: string, isSo: () => boolean) => until(what, async () => isSo());
  const twoNodes = async () => {
    const [one, other] = [await shared.start('one'), await shared.start('other')];
    await untilSo('they know each other', () => one.nodes.isReachable());
    one.nodes.send({ promoted: 'licenses' });
    await untilSo('it is heard', () => other.received.length === 1);
    return [one, other] as const;
  };

  it('[PROD-17] a node that can’t publish is degraded immediately, and within 2 s the others stop relying on it', async () => {
    const [one, other] = await twoNodes();
    const noticedMs = await bestOfThree(async () => {
      await shared.may('one', '-publish');
      const tookMs = await msOf(async () => {
        one.nodes.send({ changed: [hint(1)] });
        await untilSo('it says that it is degraded', () => !one.nodes.isReachable());
        await untilSo('the other does not rely on it', () => other.hearing.at(-1) === false);
      });
      expect(other.nodes.isReachable()).toBe(true);
      await shared.may('one', '+publish');
      await untilSo('both hear all again', () => one.nodes.isReachable() && other.hearing.at(-1) === true);
      return tookMs;
    }, noticedMaxMs);
    expect(noticedMs).toBeLessThan(noticedMaxMs);
    expect(other.received).toHaveLength(1);
  });

  it('[PROD-17] a single lost message is noticed by its number', async () => {
    const [one, other] = await twoNodes();
    const noticedMs = await bestOfThree(async () => {
      const before = other.hearing.length;
      const publish = one.redis.client.publish.bind(one.redis.client);
      const refusing = jest.spyOn(one.redis.client, 'publish').mockRejectedValueOnce(new Error('cut off'));
      one.nodes.send({ changed: [hint(1)] });
      refusing.mockImplementation(publish);
      const tookMs = await msOf(() => untilSo('the other looks for itself', () => other.hearing.length > before));
      refusing.mockRestore();
      expect(other.hearing.slice(before)).toEqual([true]);
      return tookMs;
    }, noticedMaxMs);
    expect(noticedMs).toBeLessThan(noticedMaxMs);
    expect(other.received).toHaveLength(1);
  });

  it('[PROD-17] a Redis that hangs is noticed within 2 s by all, and so is its return', async () => {
    const both = await twoNodes();
    const noticedMs = await bestOfThree(async () => {
      shared.server.hang();
      const tookMs = await msOf(() => untilSo('both notice', () => both.every(({ nodes }) => !nodes.isReachable())));
      expect(both.map(({ hearing }) => hearing.at(-1))).toEqual([false, false]);
      shared.server.resume();
      await untilSo('both are back', () =>
        both.every(({ nodes, hearing }) => nodes.isReachable() && hearing.at(-1) === true),
      );
      return tookMs;
    }, noticedMaxMs);
    expect(noticedMs).toBeLessThan(noticedMaxMs);
  });
});
