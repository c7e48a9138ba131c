import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { relaxedTiming } from '../../apps/api/src/kernel/log/eventstoredb/bounds.ts';
import { type EventStoreDb, openEventStoreDb } from '../../apps/api/src/kernel/log/eventstoredb/engine.ts';
import { type EventStore, noStream } from '../../apps/api/src/kernel/log/port.ts';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../support/doubles/eventstoredb-double/double.ts';
import { record } from '../support/figures.ts';
import { until } from '../support/until.ts';

const noticedWithinMs = 4_000;
const answeredWithinMs = 3_000;

const event = () => ({
  id: randomUUID(),
  type: 'Sold',
  version: 1,
  data: {},
  metadata: { actor: 'system', correlation: 'leader', causation: null },
});

const addressOf = (...doubles: readonly { readonly url: string }[]) =>
  `esdb://${doubles.map(({ url }) => new URL(url).host).join(',')}?tls=false`;

/** A node in a process of its own, which can be stopped as a whole. */
const startNode = async (): Promise<{ readonly child: ChildProcess; readonly url: string; readonly port: number }> => {
  const main = fileURLToPath(new URL('../support/doubles/eventstoredb-double.main.ts', import.meta.url));
  const child = spawn(process.execPath, [main], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const url = line.split(' ').at(-1)!;
  return { child, url, port: Number(new URL(url).port) };
};

/** Appends an event to the log of a node that no client is connected to. */
const store = (double: EventStoreDbDouble, stream: string) => {
  const data = Buffer.from('{}');
  const metadata = Buffer.from(JSON.stringify({ version: 1 }));
  double.log.append(stream, -1, [{ id: randomUUID(), type: 'Sold', contentType: 'application/json', data, metadata }]);
};

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
  const lastOf = async (followed: EventStore) => {
    const streams: string[] = [];
    const subscription = followed.follow({ after: -1, batchMax: 10 }, (events) => {
      streams.push(...events.map(({ stream }) => stream));
    });
    return { subscription, streams };
  };

  it('[PROD-06] appends and followers leave a silent leader within 4 s for the new one', async () => {
    const silent = await startNode();
    const next = await start();
    next.gossip([
      { port: silent.port, isLeader: true },
      { port: next.port, isLeader: false },
    ]);
    next.follow(silent.port);
    // The silence itself must be noticed, not a check of who leads.
    const events = await open(addressOf(silent, next), { leaderCheckMs: 60_000 });
    await events.append('s', noStream, [event()]);
    const { streams, subscription } = await lastOf(events);
    await until('the first event is delivered', async () => streams.length === 1);
    const asked = next.accepted();
    silent.child.kill('SIGSTOP');
    next.gossip([{ port: next.port, isLeader: true }]);
    next.follow(null);
    const begun = performance.now();
    const appending = events.append('t', noStream, [event()]);
    await until('another node is asked who leads', async () => next.accepted() > asked, 10_000);
    const noticedMs = Math.round(performance.now() - begun);
    expect(await appending).toMatchObject({ revision: 0 });
    const answeredMs = Math.round(performance.now() - begun);
    // The other node has a log of its own: events appended to it later are the ones a follower sees.
    store(next, 'u');
    await until('the follower is there as well', async () => streams.includes('u'), 10_000);
    record('EventStoreDB double: a leader stopped as a process', { noticedMs, answeredMs });
    expect(noticedMs).toBeLessThan(noticedWithinMs);
    expect(answeredMs - noticedMs).toBeLessThan(answeredWithinMs);
    await subscription.stop();
    silent.child.kill('SIGKILL');
  }, 30_000);

  it('[PROD-06] followers leave a leader that still answers but was cut off from the others', async () => {
    const [cutOff, next, third] = [await start(), await start(), await start()];
    const members = (leader: EventStoreDbDouble) =>
      [cutOff, next, third].map(({ port }) => ({ port, isLeader: port === leader.port }));
    for (const double of doubles) double.gossip(members(cutOff));
    for (const double of doubles) store(double, 'before');
    const events = await open(addressOf(cutOff, next, third), { leaderCheckMs: 50 });
    const { streams, subscription } = await lastOf(events);
    await until('it follows', async () => streams.length === 1);
    for (const double of [next, third]) double.gossip(members(next));
    for (const double of [next, third]) store(double, 'after');
    await until('what the others have stored is delivered', async () => streams.length === 2);
    expect(streams).toEqual(['before', 'after']);
    expect(await events.append('t', noStream, [event()])).toMatchObject({ revision: 0 });
    expect(next.log.stream('t')).toHaveLength(1);
    await subscription.stop();
  });

  it('[PROD-06] the search for a leader takes no longer than its limit, however many members are silent', async () => {
    const accepted: Socket[] = [];
    const silent = Array.from({ length: 3 }, () => createServer((socket) => void accepted.push(socket)));
    for (const server of silent) await once(server.listen(0, '127.0.0.1'), 'listening');
    const hosts = silent.map((server) => `127.0.0.1:${(server.address() as AddressInfo).port}`);
    const begun = performance.now();
    const opening = open(`esdb://${hosts.join(',')}?tls=false`, { discoveryMaxMs: 500, attemptsMax: 1 });
    await expect(opening).rejects.toMatchObject({
      name: 'EventStoreUnavailable',
      message: expect.stringMatching(/no leader was found within 500 ms/),
    });
    expect(performance.now() - begun).toBeLessThan(2_000);
    for (const server of silent) server.close();
    // gRPC never closes a connection attempt that came to nothing, so the process would wait for it.
    for (const socket of accepted) socket.destroy();
  }, 30_000);

  it('[PROD-06] a leader that answers pings, but not an append within its deadline, is left', async () => {
    const double = await start();
    const events = await open(double.url, { appendDeadlineMs: 200 });
    await events.append('s', noStream, [event()]);
    const before = double.accepted();
    double.loseNextAnswer('silent');
    expect(await events.append('s', 0, [event()])).toMatchObject({ revision: 1 });
    expect(double.accepted()).toBe(before + 1);
  });

  it('[PROD-06] calls are answered even with as many subscriptions as a connection carries', async () => {
    const double = await start();
    // A busy machine is silent now and then; here there is no connection to spare for that.
    const events = await open(double.url, { appendDeadlineMs: 10_000, attemptsMax: 1, ...relaxedTiming });
    const following = Array.from({ length: 100 }, () => events.follow({ after: -1, batchMax: 1 }, () => undefined));
    await until('all follow', async () => double.subscribedFrom.length === 100);
    expect(await events.append('s', noStream, [event()])).toMatchObject({ revision: 0 });
    expect(await events.head()).toBeGreaterThan(0);
    expect(double.accepted()).toBe(2);
    await Promise.all(following.map((each) => each.stop()));
  });

  it('[PROD-06] the position of the last event is read directly, without a search', async () => {
    const double = await start();
    const events = await open(double.url);
    const { position } = await events.append('s', noStream, [event(), event()]);
    double.log.searched = 0;
    expect(await events.head()).toBe(position);
    expect(double.log.searched).toBe(0);
  });
});
