import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { licenseTypes } from '@tessera/domain/license-types';
import { licenses } from '@tessera/domain/licensing/licenses.view';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { endOfTerm } from '@tessera/domain/licensing/term';
import { plainText } from '@tessera/domain/kernel/text';
import fc from 'fast-check';
import { describeMongo, mongoServer, startMongo } from '../../../../test/support/servers/mongodb.ts';
import { systemClock } from '../kernel/clock.ts';
import type { SignedIn } from '../http/request.ts';
import { openMongoReadStore } from '../kernel/views/mongodb/engine.ts';
import type { ReadStore } from '../kernel/views/port.ts';
import { openSqliteReadStore } from '../kernel/views/sqlite/engine.ts';
import { LicenseList } from './license-list.ts';
import type { LicenseFilters } from './license-list.ts';
import { changed } from '../../../../test/support/doubles/changed.ts';

const dayMs = 86_400_000;
const today = Date.parse('2026-11-21T10:00:00.000Z');
const iso = (time: number) => new Date(time).toISOString();
const count = 90;
const titles = ['Harbour at dawn', 'Rain', 'Ödland'];
const creators = ['Carla Creator', 'Otto Ödman'];
/** Licenses of every kind, in force or not; some begin or end at this very instant. */
const all = Array.from({ length: count }, (_unused, index): License => {
  const license_type = licenseTypes[index % 3] ?? 'perpetual';
  const startMs = today + (index % 9 === 0 ? -180 : index % 10 === 0 ? 0 : ((index * 37) % 400) - 300) * dayMs;
  const start_date = iso(license_type === 'perpetual' ? Math.min(startMs, today) : startMs);
  return {
    license_id: `license-${String((index * 53) % count).padStart(2, '0')}`,
    order_id: 'order-1',
    item: {
      content_id: 'c',
      title: titles[index % titles.length] ?? '',
      description: '',
      media_url: '',
      media_type: 'image',
    },
    creator_id: `creator-${index % 2}`,
    creator_name: creators[index % 2] ?? '',
    brand_id: `brand-${index % 5 === 4 ? 2 : 1}`,
    brand_name: index % 5 === 4 ? 'Northwind' : 'Acme',
    referrer_id: null,
    license_type,
    quantity: 1,
    price_cents: 25_000,
    split: {} as License['split'],
    start_date,
    end_date: endOfTerm(license_type, start_date),
    basis: null,
    gateway: 'sandbox',
    renewed_by: null,
    upgraded_by: null,
    refunded_cents: 0,
    refunded_at: null,
    dispute: null,
    agreement: null,
    created_at: iso(today - 400 * dayMs + Math.floor(index / 4) * 60_000),
  };
});

const is = (license: License, status: LicenseFilters['status'], now: number) => {
  const { start, end } = { start: Date.parse(license.start_date), end: Date.parse(license.end_date ?? '9999-12-31') };
  if (status === undefined) return true;
  if (status === 'upcoming') return now < start;
  if (status === 'expired') return end <= now;
  if (status === 'ending') return start <= now && now < end && end <= now + 45 * dayMs;
  return start <= now && now < end;
};

/** The same list by a plain search: newest first, and by key if granted at the same instant. */
const expected = (user: SignedIn, { search = '', type, status }: LicenseFilters, now: number) =>
  all
    .filter((license) => (user.role === 'brand' ? license.brand_id : license.creator_id) === user.id)
    .filter(({ license_type }) => type === undefined || license_type === type)
    .filter(({ item, creator_name, brand_name }) =>
      plainText(`${item.title}\n${creator_name}\n${brand_name}`).includes(plainText(search)),
    )
    .filter((license) => is(license, status, now))
    .toSorted((one, other) => {
      const [a, b] = [`${one.created_at}${one.license_id}`, `${other.created_at}${other.license_id}`];
      return a < b ? 1 : -1;
    })
    .map(({ license_id }) => license_id);

const questions = fc.record({
  user: fc.constantFrom(
    { id: 'brand-1', role: 'brand' },
    { id: 'brand-2', role: 'brand' },
    { id: 'creator-0', role: 'creator' },
  ),
  search: fc.constantFrom(undefined, 'HARBOUR', 'öd', 'acme', 'Carla Creator', 'nowhere', 'n'),
  type: fc.constantFrom(undefined, ...licenseTypes),
  status: fc.constantFrom(undefined, 'active', 'ending', 'expired', 'upcoming'),
  limit: fc.integer({ min: 1, max: 40 }),
  now: fc.oneof(fc.constantFrom(0, 1, -1), fc.integer({ min: -200 * dayMs, max: 200 * dayMs })),
});

const findsTheSame = (open: () => Promise<ReadStore>, numRuns: number) => async () => {
  const views = await open();
  try {
    await views.register(licenses, 'events');
    const changes = all.map((document, position) => ({ key: document.license_id, position, document }));
    await views.commit(count, [{ view: 'licenses', changes }]);
    let found = 0;
    const user = { id: 'brand-1', role: 'brand' } as const;
    await fc.assert(
      fc.asyncProperty(questions, async ({ user, limit, now: offset, search, type, status }) => {
        const now = today + offset;
        const list = new LicenseList(views, changed(systemClock, { now: () => new Date(now) }));
        const filters = { ...(search && { search }), type, status } as LicenseFilters;
        const ids: string[] = [];
        for (let cursor: string | undefined, pages = 0; ; pages += 1) {
          const page = await list.page(user as SignedIn, filters, { limit, ...(cursor && { cursor }) });
          expect(page.items.length).toBeLessThanOrEqual(limit);
          expect(pages).toBeLessThanOrEqual(count);
          ids.push(...page.items.map(({ id }) => id));
          if (page.next === null) break;
          cursor = page.next;
        }
        expect(ids).toEqual(expected(user as SignedIn, filters, now));
        expect(await list.total(user as SignedIn, filters)).toBe(ids.length);
        found += ids.length;
      }),
      // Only a few runs may find nothing.
      { numRuns, examples: [[{ user, search: undefined, type: undefined, status: undefined, limit: 7, now: 0 }]] },
    );
    expect(found).toBeGreaterThan(0);
  } finally {
    await views.close();
  }
};

describe('licenses found by text, type and status', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'license-list-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  it(
    '[FIX-11] are the same as a plain search of each license finds, in the same order, on pages of any size, with the right total',
    findsTheSame(() => openSqliteReadStore({ file: join(directory, 'views.db') }), 300),
    60_000,
  );
});

describeMongo(`licenses on ${mongoServer ?? 'MongoDB'}`, () => {
  let server: Awaited<ReturnType<typeof startMongo>>;
  beforeAll(async () => {
    server = await startMongo();
  });
  afterAll(() => server.stop());

  it(
    'are found the same way',
    findsTheSame(() => openMongoReadStore({ url: server.newDatabase() }), 25),
    120_000,
  );
});
