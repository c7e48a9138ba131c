import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ItemForSale } from '../content/marketplace.view.ts';
import { measures, photo } from '../content/photo.test-kit.ts';
import { isFailure } from '../kernel/failure.ts';
import { given } from '../kernel/given.test-kit.ts';
import { recorded } from '../kernel/recorded.test-kit.ts';
import { foldInto } from '../kernel/view.ts';
import { contentReported, reportClosed } from '../reports/report.ts';
import type { ContentReportedData } from '../reports/report.ts';
import { showcaseOf } from './choice.ts';
import { itemPinned, itemUnpinned, showcase, showcaseItemsMax } from './showcase.ts';
import type { ShowcaseCommand, ShowcaseEvent } from './showcase.ts';
import { showcaseItems } from './showcase.view.ts';
import type { ShowcaseItem } from './showcase.view.ts';

const pin = (content_id: string): ShowcaseCommand => ({ kind: 'pin', content_id });
const unpin = (content_id: string): ShowcaseCommand => ({ kind: 'unpin', content_id });

test('[FIX-47] an item is pinned and unpinned once, and a full home page takes no other', () => {
  const [pinned, unpinned] = [itemPinned.of({ content_id: 'a' }), itemUnpinned.of({ content_id: 'a' })];
  expect(given(showcase).when(pin('a'))).toEqual([pinned]);
  expect(given(showcase, [pinned]).when(pin('a'))).toEqual([]);
  expect(given(showcase, [pinned]).when(unpin('a'))).toEqual([unpinned]);
  expect(given(showcase, [pinned, unpinned]).when(unpin('a'))).toEqual([]);
  const full = Array.from({ length: showcaseItemsMax }, (_, index) => itemPinned.of({ content_id: `item-${index}` }));
  expect(given(showcase, full).when(pin('a'))).toMatchObject({ failure: 'showcase_full' });
  expect(given(showcase, [...full, itemUnpinned.of({ content_id: 'item-3' })]).when(pin('a'))).toEqual([pinned]);
});

test('[FIX-47] whatever is pinned and unpinned, the home page is never overfull, and its view knows the same items', () => {
  const command = fc.record({
    kind: fc.constantFrom('pin' as const, 'pin' as const, 'unpin' as const),
    content_id: fc.integer({ min: 0, max: 11 }).map((number) => `item-${number}`),
  });
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
      const history: ShowcaseEvent[] = [];
      for (const each of commands) {
        const decided = given(showcase, history).when(each);
        if (!isFailure(decided)) history.push(...decided);
      }
      const { pinned } = given(showcase, history).state();
      expect(pinned.length).toBeLessThanOrEqual(showcaseItemsMax);
      const documents = new Map<string, ShowcaseItem>();
      for (const event of recorded(history)) foldInto(showcaseItems, documents, event);
      const known = [...documents.values()].filter(({ pinned_at }) => pinned_at !== null);
      expect(known.map(({ content_id }) => content_id).toSorted()).toEqual(pinned.toSorted());
    }),
  );
});

const now = Date.parse('2026-11-28T12:00:00.000Z');
const item = (content_id: string, change: Partial<ItemForSale> = {}): ItemForSale => ({
  ...photo,
  measures,
  content_id,
  creator_id: `creator of ${content_id}`,
  ...change,
});
const shown = (others: readonly ItemForSale[], pinned: readonly ItemForSale[] = [], reported: readonly string[] = []) =>
  showcaseOf({ pinned, others, reported: new Set(reported) }, now).map(({ content_id }) => content_id);
const ofPixels = (width: number, height: number) => ({ measures: { ...measures, pixels: { width, height } } });
const film = { media: { ...photo.media, media_type: 'video' as const } };

test('[FIX-47] the home page shows what the operator pinned first, then one item of each creator', () => {
  const others = [item('a'), item('b', { creator_id: 'ann' }), item('c', { creator_id: 'ann' }), item('d')];
  expect(shown(others)).toEqual(['a', 'b', 'd']);
  expect(shown(others, [item('p', { creator_id: 'ann' })])).toEqual(['p', 'a', 'd']);
  expect(shown(others, [item('d')])).toEqual(['d', 'a', 'b']);
  const many = Array.from({ length: 20 }, (_, index) => item(`item-${index}`));
  expect(shown(many)).toHaveLength(showcaseItemsMax);
  expect(shown(many, many.slice(10))).toEqual(many.slice(10, 18).map(({ content_id }) => content_id));
});

test.each<[string, Partial<ItemForSale>]>([
  ['a day short of a second old', { published_at: '2026-11-27T12:00:01.000Z' }],
  ['a moment old', { published_at: '2026-11-28T11:59:59.000Z' }],
  ['dated in the future', { published_at: '2026-12-01T00:00:00.000Z' }],
  ['of 60 × 60 pixels', ofPixels(60, 60)],
  ['just under 2 megapixels', ofPixels(1_999, 1_000)],
  ['of a size nobody measured', { measures: null }],
  ['a video', film],
])('[FIX-47] an item %s is not on the home page beside those that are', (_what, change) => {
  expect(shown([item('odd', change), item('fine')])).toEqual(['fine']);
  // The operator may pin it all the same.
  expect(shown([item('fine')], [item('odd', change)])).toEqual(['odd', 'fine']);
});

test('[FIX-47] exactly a day and 2 megapixels are enough', () => {
  const just = item('just', { published_at: '2026-11-27T12:00:00.000Z', ...ofPixels(2_000, 1_000) });
  expect(shown([just, item('fine')])).toEqual(['just', 'fine']);
});

test('[FIX-47] a reported item is not on the home page until its last report is closed', () => {
  expect(shown([item('a'), item('b')], [], ['a'])).toEqual(['b']);
  expect(shown([item('a')], [], ['a'])).toEqual([]);
  const report = (report_id: string) => contentReported.of({ report_id, content_id: 'a' } as ContentReportedData);
  const close = (report_id: string) => reportClosed.of({ report_id, content_id: 'a', outcome: 'nothing_to_do' });
  const openAfter = (events: readonly (ReturnType<typeof report> | ReturnType<typeof close>)[]) => {
    const documents = new Map<string, ShowcaseItem>();
    for (const event of recorded(events)) foldInto(showcaseItems, documents, event);
    return documents.get('a')?.open_reports;
  };
  expect(openAfter([report('1'), report('2'), close('1')])).toBe(1);
  expect(openAfter([report('1'), report('2'), close('1'), close('2')])).toBe(0);
});

test('[FIX-47] a new shop shows the newest photos that it has, but none that is reported', () => {
  const young = { published_at: '2026-11-28T11:00:00.000Z', creator_id: 'ann' };
  expect(
    shown([item('a', young), item('film', { ...young, ...film }), item('b', young), item('c', young)], [], ['b']),
  ).toEqual(['a', 'c']);
  expect(shown([])).toEqual([]);
});
