import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { relaxedTiming } from '../../apps/api/src/kernel/log/eventstoredb/bounds.ts';
import { type EventStoreDb, openEventStoreDb } from '../../apps/api/src/kernel/log/eventstoredb/engine.ts';
import { noStream } from '../../apps/api/src/kernel/log/port.ts';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../support/doubles/eventstoredb-double/double.ts';
import { until } from '../support/until.ts';
import { addressOf, followedStreams, sold, storeAt } from '../support/worlds/log-members.ts';

describe('[PROD-06] an EventStoreDB that loses its leader', () => {
  let opened: EventStoreDb | null = null;
  let doubles: EventStoreDbDouble[] = [];
  const start = async () => {
    const double = await startEventStoreDbDouble();
    doubles.push(double);
    return double;
  };
  const open = async (url: string, bounds = {}) => (opened = await openEventStoreDb({ url, ...bounds }));
  afterEach(async () => {
    await opened?.close();
    opened = null;
    await Promise.all(doubles.map((double) => double.stop()));
    doubles = [];
  });

  it('[PROD-06] followers leave a leader that still answers but was cut off from the others', async () => {
    const [cutOff, next, third] = [await start(), await start(), await start()];
    const members = (leader: EventStoreDbDouble) =>
      [cutOff, next, third].map(({ port }) => ({ port, isLeader: port === leader.port }));
    for (const double of doubles) double.gossip(members(cutOff));
    for (const double of doubles) storeAt(double, 'before');
    const events = await open(addressOf(cutOff, next, third), { leaderCheckMs: 50 });
    const { streams, subscription } = followedStreams(events);
    await until('it follows', async () => streams.length === 1);
    for (const double of [next, third]) double.gossip(members(next));
    for (const double of [next, third]) storeAt(double, 'after');
    await until('what the others have stored is delivered', async () => streams.length === 2);
    expect(streams).toEqual(['before', 'after']);
    expect(await events.append('t', noStream, [sold()])).toMatchObject({ revision: 0 });
    expect(next.log.stream('t')).toHaveLength(1);
    await subscription.stop();
  });

  it('[PROD-06] the search for a leader takes no longer than its limit, however many members are silent', async () => {
    const accepted: Socket[] = [];
    const silent = Array.from({ length: 3 }, () => createServer((socket) => void accepted.push(socket)));
    for (const server of silent) await once(server.listen(0, '127.0.0.1'), 'listening');
    const hosts = silent.map((server) => `127.0.0.1:${(server.address() as AddressInfo).port}`);
    const opening = open(`esdb://${hosts.join(',')}?tls=false`, { discoveryMaxMs: 500, attemptsMax: 1 });
    // Only the limit's own timer ends the search with these words.
    await expect(opening).rejects.toMatchObject({
      name: 'EventStoreUnavailable',
      message: expect.stringMatching(/no leader was found within 500 ms/),
    });
    for (const server of silent) server.close();
    // gRPC never closes a connection attempt that came to nothing, so the process would wait for it.
    for (const socket of accepted) socket.destroy();
  }, 30_000);

  it('[PROD-06] a leader that answers pings, but not an append within its deadline, is left', async () => {
    const double = await start();
    const events = await open(double.url, { appendDeadlineMs: 200 });
    await events.append('s', noStream, [sold()]);
    const before = double.accepted();
    double.loseNextAnswer('silent');
    expect(await events.append('s', 0, [sold()])).toMatchObject({ revision: 1 });
    expect(double.accepted()).toBe(before + 1);
  });

  it('[PROD-06] calls are answered even with as many subscriptions as a connection carries', async () => {
    const double = await start();
    // A busy machine is silent now and then; here there is no connection to spare for that.
    const events = await open(double.url, { appendDeadlineMs: 10_000, attemptsMax: 1, ...relaxedTiming });
    const following = Array.from({ length: 100 }, () => events.follow({ after: -1, batchMax: 1 }, () => undefined));
    await until('all follow', async () => double.subscribedFrom.length === 100);
    expect(await events.append('s', noStream, [sold()])).toMatchObject({ revision: 0 });
    expect(await events.head()).toBeGreaterThan(0);
    expect(double.accepted()).toBe(2);
    await Promise.all(following.map((each) => each.stop()));
  });

  it('[PROD-06] the position of the last event is read directly, without a search', async () => {
    const double = await start();
    const events = await open(double.url);
    const { position } = await events.append('s', noStream, [sold(), sold()]);
    double.log.searched = 0;
    expect(await events.head()).toBe(position);
    expect(double.log.searched).toBe(0);
  });
});
