import fc from 'fast-check';
import { expect, test } from 'vitest';
import { definitions } from '../catalog.ts';
import { creatorDashboard } from '../earnings/dashboard/creator-dashboard.view.ts';
import type { CreatorDashboard } from '../earnings/dashboard/creator-dashboard.view.ts';
import { splitOf } from '../earnings/split.ts';
import { fold } from '../kernel/decider.ts';
import type { DomainEvent, RecordedEvent } from '../kernel/event.ts';
import { replacedAt } from '../kernel/fields.ts';
import type { Fields } from '../kernel/fields.ts';
import { recorded } from '../kernel/recorded.test-kit.ts';
import { foldInto } from '../kernel/view.ts';
import type { View } from '../kernel/view.ts';
import { licenseGranted } from '../licensing/license.ts';
import { sum } from '../money.ts';
import { content } from './content.ts';
import {
  contentEdited,
  contentErased,
  contentPublished,
  contentRelisted,
  contentWithdrawn,
  videoNotPrepared,
  videoPrepared,
} from './content-events.ts';
import type { ContentCommand } from './content.ts';
import type { ContentEvent, ContentPublishedData } from './content-events.ts';
import { marketplace } from './marketplace.view.ts';
import { newOwnContent, ownContent, ownContentRow } from './own-content.view.ts';
import type { OwnContent } from './own-content.view.ts';
import { measures, photo } from './photo.test-kit.ts';

const creators = ['creator-1', 'creator-2'];
const itemsOfEach = 3;

const itemOf = (creator_id: string, content_id: string): ContentPublishedData => ({
  ...photo,
  content_id,
  creator_id,
  media: { ...photo.media, media_type: 'video' },
});

const preview = {
  media_url: 'creator/videos/1-b.webp',
  width: 1280,
  height: 720,
  placeholder: 'data:image/webp;base64,BB',
  widths: [320, 1280],
  clip_url: 'creator/videos/1-b.mp4',
};

const soldOf = (creator_id: string, content_id: string, cents: number, referrer_id: string | null) =>
  licenseGranted.of({
    license_id: `license-of-${content_id}`,
    order_id: 'order-1',
    item: { content_id, title: 'Harbour at dawn', description: '', media_url: '', media_type: 'video' },
    creator_id,
    creator_name: 'Mara',
    brand_id: 'brand-1',
    brand_name: 'Acme',
    referrer_id,
    license_type: 'one_time',
    quantity: 1,
    price_cents: cents,
    split: splitOf(cents, referrer_id !== null),
    start_date: '2026-11-22T10:00:00.000Z',
    end_date: null,
    basis: null,
    gateway: 'sandbox',
    withheld_reward: null,
  });

const step = fc.record({
  creator: fc.constantFrom(...creators),
  item: fc.nat({ max: itemsOfEach - 1 }),
  what: fc.constantFrom('edit', 'withdraw', 'relist', 'prepared', 'not prepared', 'sold', 'sold'),
  cents: fc.integer({ min: 100, max: 1_000_000 }),
  isReferred: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const commandOf = ({ creator, what, cents }: Step): ContentCommand => {
  switch (what) {
    case 'withdraw':
    case 'relist':
      return { kind: what, creator_id: creator };
    case 'prepared':
      return { kind: 'record-video', outcome: { preview, measures } };
    case 'not prepared':
      return { kind: 'record-video', outcome: { reason: 'The video could not be read.' } };
    default:
      return {
        kind: 'edit',
        creator_id: creator,
        listing: { title: `Edited ${cents}`, description: '', tags: [], offers: itemOf(creator, '').offers },
      };
  }
};

/** The events that deciders record for these steps, with sales in between, even of withdrawn items. */
const historyOf = (steps: readonly Step[]): readonly RecordedEvent[] => {
  const streams = new Map<string, ContentEvent[]>();
  const events: DomainEvent[] = [];
  const decide = (id: string, command: ContentCommand) => {
    const known = streams.get(id) ?? [];
    const decided = content.decide(command, fold(content, known));
    if (!Array.isArray(decided)) return;
    streams.set(id, [...known, ...(decided as ContentEvent[])]);
    events.push(...(decided as ContentEvent[]));
  };
  for (const each of steps) {
    const id = `${each.creator}-item-${each.item}`;
    decide(id, { kind: 'publish', content: itemOf(each.creator, id), measures });
    const referrer = each.isReferred ? (creators.find((other) => other !== each.creator) ?? null) : null;
    if (each.what === 'sold') events.push(soldOf(each.creator, id, each.cents, referrer));
    else decide(id, commandOf(each));
  }
  return recorded(events);
};

const foldAll = <Document>(
  view: View<Document>,
  events: readonly RecordedEvent[],
  into = new Map<string, Document>(),
) => {
  for (const event of events) foldInto(view, into, event);
  return into;
};

test('[CREA-05] the earnings of a creator’s items always add up to the dashboard’s figures', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const events = historyOf(steps);
      const items = [...foldAll(ownContent, events).values()];
      for (const [creatorId, dashboard] of foldAll<CreatorDashboard>(creatorDashboard, events)) {
        const own = items.filter(({ item }) => item.creator_id === creatorId);
        expect({
          total_content: own.filter(({ status }) => status === 'on_sale').length,
          total_licenses: sum(own.map(({ licenses }) => licenses)),
          gross_cents: sum(own.map(({ gross_cents }) => gross_cents)),
          net_cents: sum(own.map(({ net_cents }) => net_cents)),
        }).toEqual({
          total_content: dashboard.total_content,
          total_licenses: dashboard.total_licenses,
          gross_cents: dashboard.gross_cents,
          net_cents: dashboard.net_cents,
        });
      }
    }),
  );
});

test('a creator’s items match their streams, and folding in two parts equals folding in one go', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.nat(), (steps, cut) => {
      const events = historyOf(steps);
      const at = cut % (events.length + 1);
      const documents = foldAll(ownContent, events);
      expect(foldAll(ownContent, events.slice(at), foldAll(ownContent, events.slice(0, at)))).toEqual(documents);
      for (const [id, { item, status, preparation, preparation_problem }] of documents) {
        const own = events.filter(({ type, data }) => {
          return type !== 'LicenseGranted' && (data as { content_id: string }).content_id === id;
        });
        const state = fold(content, own as unknown as ContentEvent[]);
        expect(state).toMatchObject({ status: status === 'on_sale' ? 'published' : 'withdrawn', preparation });
        expect(state.status !== 'none' && item).toMatchObject(state.status === 'none' ? {} : state.content);
        expect(preparation_problem).toBe(preparation === 'failed' ? 'The video could not be read.' : null);
      }
    }),
  );
});

test('an own item is a marketplace row with its status and its figures', () => {
  const [own] = foldAll(
    ownContent,
    recorded([
      ...(content.decide(
        { kind: 'publish', content: itemOf('creator-1', 'video'), measures: null },
        content.initial,
      ) as DomainEvent[]),
      soldOf('creator-1', 'video', 10_000, null),
    ]),
  ).values();
  expect(ownContentRow(own as OwnContent)).toMatchObject({
    id: 'video',
    one_time_price: 25,
    status: 'on_sale',
    preparation: 'processing',
    preparation_problem: null,
    licenses: 1,
    gross_cents: 10_000,
    net_cents: 8_000,
    last_sold_at: '2026-11-21T10:00:00.000Z',
    views: 0,
    carts: 0,
  });
});

test('only the creator gets updates of their own items', () => {
  const mayWatch = (id: string | null, role: 'visitor' | 'creator' | 'brand' | 'admin') =>
    ownContent.live?.mayWatch({ id, role }, 'creator-1');
  expect(mayWatch('creator-1', 'creator')).toBe(true);
  expect([
    mayWatch('creator-2', 'creator'),
    mayWatch('creator-1', 'brand'),
    mayWatch(null, 'visitor'),
    mayWatch('admin', 'admin'),
  ]).toEqual([false, false, false, false]);
});

test('an own item is found by its creator, age, title, sales, status, media type and original, and by its texts', () => {
  const own = { ...newOwnContent({ ...photo, title: 'Éclair' }), licenses: 2, gross_cents: 5_000 };
  const { fields = {}, orders, text } = ownContent.indexes;
  expect(Object.fromEntries(Object.entries(fields).map(([name, valueOf]) => [name, valueOf(own)]))).toEqual({
    creator_id: 'creator-1',
    created_at: '2026-11-21T10:00:00.000Z',
    title: 'eclair',
    licenses: 2,
    earnings: 5_000,
    status: 'on_sale',
    media_type: 'image',
    sha256: 'ab',
  });
  expect(orders?.every((order) => order in fields)).toBe(true);
  expect(orders?.[0]).toBe('created_at');
  expect(text?.(own)).toBe('Éclair\nBoats\nAcme\nsea');
  expect(ownContent.live?.room?.(own, 'photo')).toBe('creator-1');
  expect(ownContent.live?.value?.(own, 'photo')).toEqual(ownContentRow(own));
});

test('[SEC-15] an erased item is the same document whether or not its texts could be read before', () => {
  const ids = { content_id: 'photo', creator_id: 'creator-1' };
  const { title, description, tags, offers } = photo;
  const video = { ...photo, media: { ...photo.media, media_type: 'video' as const } };
  const history = [
    contentPublished.of(video),
    contentEdited.of({ ...ids, title, description, tags, offers: { ...offers, one_time: 7_700 } }),
    soldOf('creator-1', 'photo', 10_000, null),
    contentWithdrawn.of(ids),
    contentRelisted.of(video),
    videoPrepared.of({ ...ids, preview, made_by: 'server' }),
    contentWithdrawn.of(ids),
  ];
  const withoutKey = history.map(({ type, data }) => {
    const paths = definitions.get(type)?.personal?.fields ?? [];
    return { type, data: paths.reduce((read: Fields, path) => replacedAt(read, path, () => null), { ...data }) };
  });
  const erased = contentErased.of(ids);
  const [live] = [...foldAll(ownContent, recorded([...history, erased])).values()];
  const [replayed] = [...foldAll(ownContent, recorded([...withoutKey, erased])).values()];
  expect(JSON.stringify(replayed)).toBe(JSON.stringify(live));
  const texts = { title: '', description: '', tags: [], brand_name: '', brand_url: '', product_urls: [], notes: '' };
  expect(live).toMatchObject({ licenses: 1, item: { ...texts, media: { placeholder: '', sha256: 'ab' } } });
  // Before the erasure, too, every field has its usual type.
  for (const [index] of withoutKey.entries()) {
    const so = recorded(withoutKey.slice(0, index + 1));
    const documents = [...foldAll(ownContent, so).values(), ...foldAll(marketplace, so).values()];
    expect(JSON.stringify(documents)).not.toMatch(/"(title|notes|tags|placeholder|brand_name)":null/);
  }
});

test('events of an unknown item, published before the view began, don’t create it', () => {
  const ids = { content_id: 'photo', creator_id: 'creator-1' };
  const { title, description, tags, offers } = photo;
  const later = [
    contentEdited.of({ ...ids, title, description, tags, offers }),
    contentWithdrawn.of(ids),
    contentErased.of(ids),
    videoPrepared.of({ ...ids, preview, made_by: 'server' }),
    videoNotPrepared.of({ ...ids, reason: 'The video could not be read.' }),
    soldOf('creator-1', 'photo', 10_000, null),
  ];
  expect(foldAll(ownContent, recorded(later)).size).toBe(0);
  expect([...foldAll(ownContent, recorded([contentRelisted.of(photo)])).values()]).toEqual([newOwnContent(photo)]);
});
