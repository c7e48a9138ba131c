import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { refundWindowDays } from '@tessera/domain/refunds/refund';
import fc from 'fast-check';
import sharp from 'sharp';
import { catalog } from '../demo/catalog.ts';
import { pathOf } from '../demo/open-shop.ts';
import { brands, creators } from '../demo/people.ts';
import { dayMs, historyDays, story } from '../demo/story.ts';
import type { Happening, Sold } from '../demo/story.ts';

const gallery = fileURLToPath(new URL('../demo/gallery/', import.meta.url));
const megabytesMax = 15;
const longSide = 2_000;

const filesIn = (folder: string) => readdirSync(`${gallery}${folder}`).map((file) => `${folder}/${file}`);
const pictures = catalog.filter(({ file }) => file.endsWith('.jpg'));
const films = catalog.filter(({ file }) => file.endsWith('.mp4'));

describe('[GAL-01] the pictures of the demo', () => {
  it('are at least 48 plus four videos; all of them are in the catalog, and nothing else is', () => {
    expect(pictures.length).toBeGreaterThanOrEqual(48);
    expect(films.length).toBeGreaterThanOrEqual(4);
    const files = catalog.map(({ file }) => file);
    expect([...files].sort()).toEqual([...filesIn('pictures'), ...filesIn('films')].sort());
  });

  it('differ in titles, descriptions and tags, and each text describes its picture', () => {
    for (const field of ['title', 'description'] as const) {
      expect(new Set(catalog.map(({ listing }) => listing[field])).size).toBe(catalog.length);
    }
    expect(new Set(catalog.map(({ listing }) => listing.tags?.join())).size).toBe(catalog.length);
    for (const { listing } of catalog) {
      const tags = listing.tags ?? [];
      expect(tags.length).toBeGreaterThanOrEqual(3);
      expect(new Set(tags).size).toBe(tags.length);
      expect(listing.description?.length).toBeGreaterThan(listing.title.length);
      expect([...listing.prices].sort((one, other) => one - other)).toEqual(listing.prices);
    }
  });

  it('have 2,000 pixels, come in all formats, and total at most 15 MB', async () => {
    const sizes = await Promise.all(pictures.map((picture) => sharp(pathOf(picture)).metadata()));
    for (const { width, height } of sizes) expect(Math.max(width, height)).toBe(longSide);
    const shapes = sizes.map(({ width, height }) => Math.sign(width - height));
    for (const shape of [1, 0, -1]) expect(shapes.filter((one) => one === shape).length).toBeGreaterThanOrEqual(3);
    const bytes = catalog.reduce((sum, work) => sum + statSync(pathOf(work)).size, 0);
    expect(bytes).toBeLessThan(megabytesMax * 1e6);
    for (const film of films) expect(statSync(pathOf(film)).size).toBeLessThan(1e6);
  });
});

const all = <Kind extends Happening['kind']>(told: readonly Happening[], kind: Kind) =>
  told.filter((one): one is Happening & { readonly kind: Kind } => one.kind === kind);

const told = { catalog, creators, brands };
const anyDay = fc.date({ min: new Date('2026-01-01'), max: new Date('2036-01-01'), noInvalidDate: true });
/** Few runs, because each story takes some milliseconds. */
const runs = { numRuns: 20 };
const forAnyDay = (check: (happened: readonly Happening[], now: Date) => void) =>
  fc.assert(
    fc.property(anyDay, (now) => check(story(told, now), now)),
    runs,
  );

describe('[GAL-02] the people of the demo', () => {
  it('are 12 creators and 10 brands, each with unique contact details', () => {
    expect([creators.length, brands.length]).toEqual([12, 10]);
    const people = [...creators, ...brands];
    for (const own of ['key', 'name', 'phone'] as const) {
      expect(new Set(people.map((person) => person[own])).size).toBe(people.length);
    }
    for (const { key } of creators) expect(catalog.filter(({ by }) => by === key)).not.toEqual([]);
    for (const { by } of catalog) expect(creators.map(({ key }) => key)).toContain(by);
  });

  it('join before anyone they invite, and before anything they sell or buy', () => {
    forAnyDay((happened) => {
      const joined = new Set<string>();
      for (const one of happened) {
        if (one.kind === 'creator joins' || one.kind === 'brand joins') {
          const invitedBy = creators.find(({ key }) => key === one.who)?.referredBy;
          if (invitedBy) expect(joined).toContain(invitedBy);
          joined.add(one.who);
        }
        if (one.kind === 'published') expect(joined).toContain(catalog.find(({ file }) => file === one.file)?.by);
        if (one.kind === 'sold') expect(joined).toContain(one.to);
      }
      expect(joined.size).toBe(creators.length + brands.length);
    });
  });
});

describe('[GAL-02] the history of the demo', () => {
  it('moves forward through ninety days', () => {
    forAnyDay((happened) => {
      const times = happened.map(({ ago }) => ago);
      expect(times).toEqual([...times].sort((one, other) => other - one));
      expect(times[0]).toBe(historyDays * dayMs);
      expect(times.at(-1)).toBeGreaterThan(0);
    });
  });

  it('sells only what is published by then, and every item gets published', () => {
    forAnyDay((happened) => {
      const wall = new Set<string>();
      for (const one of happened) {
        if (one.kind === 'published') wall.add(one.file);
        if (one.kind === 'taken down') expect(wall.delete(one.file)).toBe(true);
        if (one.kind === 'sold') for (const { file } of one.lines) expect(wall).toContain(file);
      }
      expect(wall.size).toBe(catalog.length - 1);
    });
  });

  it('has quieter weekends, and sells more in the last thirty days than in the first', () => {
    forAnyDay((happened, now) => {
      const sales = all(happened, 'sold');
      const isAtWeekend = ({ ago }: Sold) => [0, 6].includes(new Date(now.getTime() - ago).getUTCDay());
      const atWeekends = sales.filter(isAtWeekend).length;
      expect(atWeekends / 2).toBeLessThan((sales.length - atWeekends) / 5);
      const last = sales.filter(({ ago }) => ago < 30 * dayMs).length;
      const first = sales.filter(({ ago }) => ago > 60 * dayMs).length;
      expect(last).toBeGreaterThan(1.5 * first);
    });
  });

  it('has payouts, a refund within the allowed time, a dispute, and an item that was sold and then withdrawn', () => {
    forAnyDay((happened) => {
      expect(all(happened, 'paid out').length).toBeGreaterThanOrEqual(4);
      const [asked, refunded, disputed, takenDown] = [
        all(happened, 'refund asked'),
        all(happened, 'refunded'),
        all(happened, 'disputed'),
        all(happened, 'taken down'),
      ];
      expect([asked.length, refunded.length, disputed.length, takenDown.length]).toEqual([1, 1, 1, 1]);
      const sales = new Map(all(happened, 'sold').map((sold) => [sold.sale, sold]));
      const refundedSale = sales.get(asked[0]?.sale ?? -1);
      const waited = (refundedSale?.ago ?? Infinity) - (asked[0]?.ago ?? 0);
      expect(waited).toBeGreaterThan(0);
      expect(waited).toBeLessThan(refundWindowDays * dayMs);
      expect(refunded[0]?.sale).toBe(asked[0]?.sale);
      expect(sales.get(disputed[0]?.sale ?? -1)?.ago).toBeGreaterThan(disputed[0]?.ago ?? Infinity);
      const sold = all(happened, 'sold').flatMap(({ lines }) => lines.map(({ file }) => file));
      expect(sold).toContain(takenDown[0]?.file);
    });
  });
});
