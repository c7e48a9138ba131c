import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentPublished } from '../content/content-events.ts';
import { ownContent } from '../content/own-content.view.ts';
import type { OwnContent } from '../content/own-content.view.ts';
import { photo } from '../content/photo.test-kit.ts';
import { creatorMonths } from '../earnings/dashboard/creator-months.view.ts';
import type { CreatorMonth } from '../earnings/dashboard/creator-months.view.ts';
import { given } from '../kernel/given.test-kit.ts';
import { recorded } from '../kernel/recorded.test-kit.ts';
import { foldInto } from '../kernel/view.ts';
import { countedEntriesMax, traffic, trafficCounted } from './traffic.ts';
import type { TrafficCountedData } from './traffic.ts';
import { Tally } from './tally.ts';
import type { Interaction } from './tally.ts';

const counted: TrafficCountedData = {
  day: '2026-11-25',
  items: [{ content_id: 'photo', creator_id: 'creator-1', views: 3, carts: 1 }],
  codes: [],
};

test('[GAL-13] a batch that is written twice counts once', () => {
  const command = { kind: 'count', counted } as const;
  expect(given(traffic).when(command)).toEqual([trafficCounted.of(counted)]);
  expect(given(traffic, [trafficCounted.of(counted)]).when(command)).toEqual([]);
});

const aLook: fc.Arbitrary<Interaction> = fc
  .record({ kind: fc.constantFrom('view', 'cart', 'visit'), what: fc.nat({ max: 1_200 }) })
  .map(({ kind, what }) => {
    const creator_id = `creator-${what % 3}`;
    return kind === 'visit'
      ? { kind, code: `code-${what}`, creator_id }
      : { kind, content_id: `item-${what}`, creator_id };
  });
const aDay = fc.constantFrom('2026-11-24', '2026-11-25');

test('[GAL-13] the events add up to all interactions, each of a limited size, and nothing is counted twice', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(aLook, aDay), { maxLength: 3_000, size: 'max' }), (seen) => {
      const tally = new Tally();
      for (const [interaction, day] of seen) tally.add(interaction, day);
      const events = tally.take();
      const sums = new Map<string, number>();
      const add = (key: string, count: number) => count > 0 && sums.set(key, (sums.get(key) ?? 0) + count);
      for (const { day, items, codes } of events) {
        expect(items.length + codes.length).toBeLessThanOrEqual(countedEntriesMax);
        for (const { content_id, views, carts } of items) {
          add(`${day} view ${content_id}`, views);
          add(`${day} cart ${content_id}`, carts);
        }
        for (const { code, visits } of codes) add(`${day} visit ${code}`, visits);
      }
      const expected = new Map<string, number>();
      for (const [interaction, day] of seen) {
        const key = `${day} ${interaction.kind} ${interaction.kind === 'visit' ? interaction.code : interaction.content_id}`;
        expected.set(key, (expected.get(key) ?? 0) + 1);
      }
      expect(sums).toEqual(expected);
      expect(tally.take()).toEqual([]);
    }),
    { numRuns: 20 },
  );
});

test('[GAL-13] memory doesn’t fill up while the log is unavailable', () => {
  const tally = new Tally();
  for (let index = 0; index < 11_000; index += 1) {
    tally.add({ kind: 'view', content_id: `item-${index}`, creator_id: 'creator-1' }, '2026-11-25');
  }
  expect(tally.entries).toBe(10_000);
});

test('[GAL-13] counts of two nodes add up, per item and per day', () => {
  const { content_id, creator_id } = photo;
  const items = [
    { content_id, creator_id, views: 3, carts: 1 },
    { content_id: 'another', creator_id, views: 4, carts: 0 },
  ];
  const events = recorded([
    contentPublished.of(photo),
    trafficCounted.of({ day: '2026-10-31', items, codes: [] }),
    trafficCounted.of({ day: '2026-10-31', items: items.slice(0, 1), codes: [] }),
    trafficCounted.of({ day: '2026-11-01', items: items.slice(0, 1), codes: [] }),
  ]);
  const own = new Map<string, OwnContent>();
  const months = new Map<string, CreatorMonth>();
  for (const event of events) {
    foldInto(ownContent, own, event);
    foldInto(creatorMonths, months, event);
  }
  expect(own.get(content_id)).toMatchObject({ views: 9, carts: 3 });
  expect(own.has('another')).toBe(false);
  expect(months.get(`${creator_id}/2026-10`)?.days).toMatchObject([{ day: '2026-10-31', views: 10, carts: 2 }]);
  expect(months.get(`${creator_id}/2026-11`)?.days).toMatchObject([{ day: '2026-11-01', views: 3, carts: 1 }]);
});
