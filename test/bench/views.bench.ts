import { setTimeout as delay } from 'node:timers/promises';
import type { DomainEvent } from '@tessera/domain/kernel/event';
import type { Follower } from '../../apps/api/src/kernel/projecting/follow.ts';
import { counted, everything, remarked, sum, tallies } from '../support/worlds/tally-catalog.ts';
import * as catalog from '../support/worlds/tally-catalog.ts';
import { type Machine, openMachine } from '../support/worlds/tally-machine.ts';

const appendMaxEvents = 1_000;
const appendsInFlight = 4;
/** Makes an event about 650 bytes long, including its metadata. */
const padding = 'A calm harbour in the evening, seen from the old lighthouse. '.repeat(7);
/** Spreads consecutive events over all documents. */
const stride = 7_919;
const liveCallers = 64;
/** One in this many events is handled by the view `tallies`. */
const typesMax = 6;

const withMachine = async <Result>(work: (machine: Machine) => Promise<Result>) => {
  const machine = await openMachine();
  try {
    return await work(machine);
  } finally {
    await machine.close();
  }
};

const eventOf = (index: number, documents: number): DomainEvent => {
  const item = `item ${(index * stride) % documents}`;
  return index % typesMax === 0
    ? counted.of({ item, amount: index % 100, note: padding })
    : remarked.of({ item, words: padding });
};

/** Appends all events, a thousand at a time, to a few streams; returns the last position. */
const appendAll = async (machine: Machine, events: number, eventAt: (index: number) => DomainEvent) => {
  let next = 0;
  const append = async (stream: string) => {
    let last = -1;
    while (next < events) {
      const start = next;
      next = Math.min(events, start + appendMaxEvents);
      last = await machine.append(
        stream,
        ...Array.from({ length: next - start }, (_, index) => eventAt(start + index)),
      );
    }
    return last;
  };
  return Math.max(
    ...(await Promise.all(Array.from({ length: appendsInFlight }, (_, lane) => append(`count-${lane}`)))),
  );
};

/** From the append to the committed views: two views, one of which has an index, a text and one document per item. */
export const projection = (events: number, documents: number) =>
  withMachine(async (machine) => {
    const views = [tallies, sum];
    const follower = machine.follower({ catalog: { ...catalog, views, workflows: [] } });
    await follower.start();
    const begun = performance.now();
    const event = (index: number) =>
      counted.of({ item: `item ${(index * stride) % documents}`, amount: 1, note: padding });
    const last = await appendAll(machine, events, event);
    const appendedMs = performance.now() - begun;
    await follower.reached(last, Infinity);
    const elapsedMs = performance.now() - begun;
    return {
      events,
      documents,
      appendedPerSecond: (events / appendedMs) * 1_000,
      foldedPerSecond: (events / elapsedMs) * 1_000,
      eventsPerCommit: events / machine.commits.length,
    };
  });

/** Single appends by many callers until the work is done; returns appends per second. */
const appendBeside = async (machine: Machine, work: Promise<unknown>, run: string) => {
  let working = true;
  let appends = 0;
  const begun = performance.now();
  const callers = Array.from({ length: liveCallers }, async (_, caller) => {
    while (working) {
      await machine.append(`live-${run}-${caller}`, remarked.of({ item: `live ${caller}`, words: padding }));
      appends += 1;
    }
  });
  await work.finally(() => (working = false));
  const elapsedMs = performance.now() - begun;
  await Promise.all(callers);
  return (appends / elapsedMs) * 1_000;
};

const replayed = async (follower: Follower, view: string, machine: Machine) => {
  const events = (await machine.events.head()) + 1;
  const begun = performance.now();
  await follower.replay(view, () => undefined);
  const elapsedMs = performance.now() - begun;
  return { eventsPerSecond: (events / elapsedMs) * 1_000, elapsedMs };
};

/**
 * Replays of one view over a long log, alone and alongside live appends that are folded too. The view handles every
 * event or one in six; `eventsPerSecond` counts those that the replay passes.
 */
export const replay = (events: number, documents: number, handled: 'all' | 'one-in-six', aloneMs = 3_000) =>
  withMachine(async (machine) => {
    await appendAll(machine, events, (index) => eventOf(index, documents));
    const view = handled === 'all' ? everything : tallies;
    const follower = machine.follower({ catalog: { ...catalog, views: [view], workflows: [] } });
    await follower.start();
    const alone = await replayed(follower, view.name, machine);
    const appendsAlonePerSecond = await appendBeside(machine, delay(aloneMs), 'before');
    let beside = { eventsPerSecond: 0, elapsedMs: 0 };
    const replaying = replayed(follower, view.name, machine).then((result) => (beside = result));
    const appendsBesidePerSecond = await appendBeside(machine, replaying, 'beside');
    const appendsAfterPerSecond = await appendBeside(machine, delay(aloneMs), 'after');
    await follower.reached(await machine.events.head(), Infinity);
    return {
      events,
      documents,
      handled,
      alonePerSecond: alone.eventsPerSecond,
      besidePerSecond: beside.eventsPerSecond,
      appendsAlonePerSecond: (appendsAlonePerSecond + appendsAfterPerSecond) / 2,
      appendsBesidePerSecond,
      besideToAlone: appendsBesidePerSecond / ((appendsAlonePerSecond + appendsAfterPerSecond) / 2),
    };
  });

if (import.meta.main) {
  const events = Number(process.argv[2] ?? 1_000_000);
  console.log(JSON.stringify(await projection(events / 5, 50_000)));
  console.log(JSON.stringify(await replay(events, 50_000, 'one-in-six')));
  console.log(JSON.stringify(await replay(events, 50_000, 'all')));
}
