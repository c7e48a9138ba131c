import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { EventStoreDBClient, excludeSystemEvents, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { type EventStoreDb, openEventStoreDb } from '../../apps/api/src/kernel/log/eventstoredb/engine.ts';
import { eventOf } from './sample-events.ts';

const rounds = 3;
const batchMaxEvents = 1_000;
const eventsPerAppend = 100;

/** The same work, done once by the engine and once by the official client. */
interface Cost {
  readonly engine: Spent;
  readonly client: Spent;
  /** The engine's processor time divided by the client's in the same round: the median of all rounds. */
  readonly ratio: number;
}

/** Medians of all rounds. */
export interface Spent {
  readonly cpuMicroseconds: number;
  readonly perSecond: number;
}

interface EventStoreDbCosts {
  readonly append: Cost;
  readonly followed: Cost;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** What this process spends on each of `events` events. */
const spentOn = async (events: number, work: () => Promise<void>): Promise<Spent> => {
  const begun = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { cpuMicroseconds: (user + system) / events, perSecond: (events / (performance.now() - begun)) * 1_000 };
};

/** Alternating rounds of both; the warm-up before them is not counted. */
const compared = async (engine: () => Promise<Spent>, client: () => Promise<Spent>): Promise<Cost> => {
  const spent = { engine: [] as Spent[], client: [] as Spent[] };
  for (let round = -1; round < rounds; round += 1) {
    const [ofEngine, ofClient] = [await engine(), await client()];
    if (round < 0) continue;
    spent.engine.push(ofEngine);
    spent.client.push(ofClient);
  }
  const middle = (all: readonly Spent[]): Spent => ({
    cpuMicroseconds: median(all.map(({ cpuMicroseconds }) => cpuMicroseconds)),
    perSecond: median(all.map(({ perSecond }) => perSecond)),
  });
  const ratios = spent.engine.map((each, round) => each.cpuMicroseconds / spent.client[round]!.cpuMicroseconds);
  return { engine: middle(spent.engine), client: middle(spent.client), ratio: median(ratios) };
};

/** Each caller appends to a stream of its own, one event after another. */
const appendAs = async (
  callers: number,
  appends: number,
  append: (stream: string, revision: number) => Promise<unknown>,
) => {
  const caller = async () => {
    const stream = `bench-${randomUUID()}`;
    for (let revision = -1; revision < appends / callers - 1; revision += 1) await append(stream, revision);
  };
  await Promise.all(Array.from({ length: callers }, caller));
};

const followByEngine = (store: EventStoreDb, after: number, events: number) =>
  new Promise<void>((resolve, reject) => {
    let seen = 0;
    const subscription = store.follow({ after, batchMax: batchMaxEvents }, (batch) => {
      seen += batch.length;
      if (seen >= events) void subscription.stop().then(resolve);
    });
    subscription.ended.catch(reject);
  });

const followByClient = async (client: EventStoreDBClient, after: number, events: number) => {
  const fromPosition = { commit: BigInt(after), prepare: BigInt(after) };
  let seen = 0;
  const subscription = client.subscribeToAll({ fromPosition, filter: excludeSystemEvents() });
  for await (const { event } of subscription) {
    if (event) seen += 1;
    if (seen >= events) break;
  }
};

/** The double in a process of its own, so that only the client's side is measured. */
const startDouble = async () => {
  const main = fileURLToPath(new URL('../support/doubles/eventstoredb-double.main.ts', import.meta.url));
  const child = spawn(process.execPath, [main], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { url: line.split(' ').at(-1)!, stop: () => child.kill() };
};

/**
 * The processor time of an append with the given number of callers, and of a followed event.
 * @param url of a server, which keeps what is appended; without one, the double answers
 */
export const eventStoreDbCosts = async (
  amount: { readonly callers: number; readonly appends: number; readonly followed: number },
  url?: string,
): Promise<EventStoreDbCosts> => {
  const server = url === undefined ? await startDouble() : { url, stop: () => undefined };
  const store = await openEventStoreDb({ url: server.url });
  const client = EventStoreDBClient.connectionString(server.url);
  try {
    const { callers, appends, followed } = amount;
    let next = 0;
    const byEngine = (stream: string, revision: number) => store.append(stream, revision, [eventOf((next += 1))]);
    const byClient = (stream: string, revision: number) => {
      const { id, type, data, version, metadata } = eventOf((next += 1));
      const event = jsonEvent({ id, type, data: data as Record<string, unknown>, metadata: { ...metadata, version } });
      const expectedRevision = revision < 0 ? NO_STREAM : BigInt(revision);
      return client.appendToStream(stream, event, { expectedRevision, requiresLeader: true });
    };
    const append = await compared(
      () => spentOn(appends, () => appendAs(callers, appends, byEngine)),
      () => spentOn(appends, () => appendAs(callers, appends, byClient)),
    );
    const after = await store.head();
    await appendAs(1, followed / eventsPerAppend, (stream, revision) =>
      store.append(
        `${stream}-${revision}`,
        -1,
        Array.from({ length: eventsPerAppend }, () => eventOf((next += 1))),
      ),
    );
    const follow = await compared(
      () => spentOn(followed, () => followByEngine(store, after, followed)),
      () => spentOn(followed, () => followByClient(client, after, followed)),
    );
    return { append, followed: follow };
  } finally {
    await client.dispose();
    await store.close();
    server.stop();
  }
};
