// What has happened in the demo's shop: decided here, and carried out by `open-shop.ts` with the service's own
// commands.
import type { DemoBrand, DemoCreator } from './people.ts';
import type { Work } from './catalog.ts';

export const dayMs = 86_400_000;
const hourMs = 3_600_000;
export const historyDays = 90;
/** As often as the operator promises its creators. */
const payoutEveryDays = 15;

export type LicenseType = 'one_time' | 'six_month' | 'perpetual';
interface Line {
  readonly file: string;
  readonly licenseType: LicenseType;
}

/** `ago` is in milliseconds before the demo starts. */
export type Happening = { readonly ago: number } & (
  | { readonly kind: 'creator joins' | 'brand joins'; readonly who: string }
  | { readonly kind: 'published' | 'taken down'; readonly file: string }
  | { readonly kind: 'sold'; readonly sale: number; readonly to: string; readonly lines: readonly Line[] }
  | { readonly kind: 'refund asked' | 'refunded'; readonly sale: number; readonly why: string }
  | { readonly kind: 'disputed'; readonly sale: number }
  | { readonly kind: 'paid out' }
  | { readonly kind: 'looked at'; readonly by: string; readonly files: readonly string[]; readonly times: number }
  | { readonly kind: 'notifications read' }
  | { readonly kind: 'reported'; readonly by: string; readonly file: string; readonly why: string }
);
export type Sold = Extract<Happening, { readonly kind: 'sold' }>;

export interface Told {
  readonly catalog: readonly Work[];
  readonly creators: readonly DemoCreator[];
  readonly brands: readonly DemoBrand[];
}

/** From 0 to 1, the same every time. */
const numbers = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    const again = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((again ^ (again >>> 14)) >>> 0) / 2 ** 32;
  };
};

const weighted = <Entry>(entries: readonly (readonly [Entry, number])[], at: number): Entry => {
  let left = at * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [entry, weight] of entries) {
    left -= weight;
    if (left <= 0) return entry;
  }
  throw new Error('There is nothing to pick from');
};

/** Sunday first: brands buy on workdays. */
const weekdayShares = [0.35, 1.05, 1.2, 1.15, 1.1, 0.85, 0.4] as const;
const salesADay = { first: 1.6, last: 5.6 } as const;
const shareOfDay = (weekday: number) => weekdayShares[weekday] ?? 1;

const licenseTypes = [
  ['one_time', 5],
  ['six_month', 4],
  ['perpetual', 1],
] as const;
const linesInCart = [
  [1, 7],
  [2, 2],
  [3, 1],
] as const;

/** Everyone starts with half of their works; the rest follows week by week. Returns days ago. */
const publishedDays = ({ catalog, creators }: Told): ReadonlyMap<string, number> => {
  const days = new Map<string, number>();
  for (const { key, joined } of creators) {
    const own = catalog.filter(({ by }) => by === key);
    const atOnce = Math.ceil(own.length / 2);
    for (const [number, { file }] of own.entries()) {
      const week = Math.max(0, number - atOnce + 1);
      const step = (joined - 2) / (own.length - atOnce + 1);
      days.set(file, Math.max(2, Math.round(joined - week * step)));
    }
  }
  return days;
};

const takenDownAgo = 9;
const refund = { afterSaleMs: 3 * dayMs, madeAfterMs: 5 * dayMs, soldAgo: 24 };
const disputedAgo = 4;

const salesOf = (told: Told, days: ReadonlyMap<string, number>, now: Date, next: () => number): Sold[] => {
  const { catalog, brands } = told;
  const liked = new Map(catalog.map(({ file }) => [file, 0.35 + next() ** 3 * 3]));
  const sales: Sold[] = [];
  let owed = 0;
  for (let day = historyDays - 3; day >= 1; day -= 1) {
    const weekday = new Date(now.getTime() - day * dayMs).getUTCDay();
    const grown = salesADay.first + (salesADay.last - salesADay.first) * (1 - day / historyDays);
    owed += grown * shareOfDay(weekday) * (0.75 + next() * 0.5);
    const buyers = brands.filter(({ joined }) => joined > day);
    const offered = catalog.filter(({ file }) => (days.get(file) ?? 0) > day);
    const hours: number[] = [];
    for (; owed >= 1; owed -= 1) hours.push(next() * 10);
    for (const hour of hours.sort((one, other) => one - other)) {
      const wanted = weighted(linesInCart, next());
      const files = new Set<string>();
      for (let line = 0; line < wanted; line += 1) {
        files.add(
          weighted(
            offered.map(({ file }) => [file, liked.get(file) ?? 0]),
            next(),
          ),
        );
      }
      const to = weighted(
        buyers.map(({ key, appetite }) => [key, appetite]),
        next(),
      );
      const lines = [...files].map((file) => ({ file, licenseType: weighted(licenseTypes, next()) }));
      sales.push({ kind: 'sold', ago: day * dayMs - hour * hourMs, sale: sales.length, to, lines });
    }
  }
  return sales;
};

/** For each item: many people look before one buys. */
const looksBeforeSale = { min: 4, max: 14 };
/** As far back as the dashboards' usual ranges and the preceding ranges reach. */
const looksSinceDays = 60;
/** Anything that happened since then is shown as news. */
const newsDays = 1.5;

const looksBefore = (sales: readonly Sold[], next: () => number): Happening[] =>
  sales
    .filter(({ ago }) => ago < looksSinceDays * dayMs)
    .map(({ ago, to, lines }) => ({
      kind: 'looked at',
      ago: ago + hourMs,
      by: to,
      files: lines.map(({ file }) => file),
      times: Math.round(looksBeforeSale.min + next() * (looksBeforeSale.max - looksBeforeSale.min)),
    }));

const soldAround = (sales: readonly Sold[], daysAgo: number): Sold => {
  const found = sales.find(({ ago, lines }) => ago <= daysAgo * dayMs && lines.length === 1);
  if (!found) throw new Error(`Nothing was sold ${daysAgo} days ago`);
  return found;
};

/** Everything that happened, earliest first. */
export const story = (told: Told, now: Date, seed = 11): readonly Happening[] => {
  const days = publishedDays(told);
  const wanted = salesOf(told, days, now, numbers(seed));
  const sells = ({ lines }: Sold, file: string) => lines.some((line) => line.file === file);
  const isBeforeTakedown = ({ ago }: Sold) => ago > takenDownAgo * dayMs;
  const takenDown = told.catalog.findLast(({ file }) =>
    wanted.some((sold) => isBeforeTakedown(sold) && sells(sold, file)),
  );
  if (!takenDown) throw new Error('Nothing that was sold could be taken down');
  const sales = wanted.filter((sold) => isBeforeTakedown(sold) || !sells(sold, takenDown.file));
  const [regretted, disputed] = [soldAround(sales, refund.soldAgo), soldAround(sales, disputedAgo)];

  const happenings: Happening[] = [...sales, ...looksBefore(sales, numbers(seed + 1))];
  for (const { key, joined } of told.creators) {
    happenings.push({ kind: 'creator joins', who: key, ago: joined * dayMs });
  }
  for (const { key, joined } of told.brands) {
    happenings.push({ kind: 'brand joins', who: key, ago: joined * dayMs });
  }
  for (const [file, day] of days) happenings.push({ kind: 'published', file, ago: day * dayMs - hourMs });
  // Nothing is due in the first thirty days.
  for (let day = historyDays - 2 * payoutEveryDays; day > 0; day -= payoutEveryDays) {
    happenings.push({ kind: 'paid out', ago: day * dayMs - 11 * hourMs });
  }
  const asked = regretted.ago - refund.afterSaleMs;
  happenings.push(
    { kind: 'refund asked', sale: regretted.sale, ago: asked, why: 'The campaign was called off.' },
    {
      kind: 'refunded',
      sale: regretted.sale,
      ago: regretted.ago - refund.madeAfterMs,
      why: 'Not used, refunded in full.',
    },
    { kind: 'disputed', sale: disputed.sale, ago: disputed.ago - dayMs },
    { kind: 'taken down', file: takenDown.file, ago: takenDownAgo * dayMs },
  );
  happenings.push(
    { kind: 'notifications read', ago: newsDays * dayMs },
    {
      kind: 'reported',
      ago: disputed.ago - dayMs / 2,
      by: disputed.to,
      file: disputed.lines[0]!.file,
      why: 'The description names another place than the one in the picture.',
    },
  );
  return happenings.sort((one, other) => other.ago - one.ago);
};
