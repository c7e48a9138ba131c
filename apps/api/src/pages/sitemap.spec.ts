import fc from 'fast-check';
import { inPart, monthsBetween, partMaxItems, partOf, partsOf } from './sitemap.ts';

async function* counted(count: number) {
  for (let index = 0; index < count; index += 1) yield index;
}

it('[GAL-18] the parts of a month list each of its items once, with at most 50,000 per part', async () => {
  const count = 2 * partMaxItems + 1;
  const names = partsOf('2026-11', count);
  const sizes: number[] = [];
  let next = 0;
  for (const name of names) {
    const before = next;
    for await (const item of inPart(counted(count), partOf(name)!)) {
      if (item !== next) throw new Error(`Item ${item} is where ${next} should be`);
      next += 1;
    }
    sizes.push(next - before);
  }
  expect(sizes).toEqual([50_000, 50_000, 1]);
  expect(partsOf('2026-11', 0)).toEqual([]);
});

it('[GAL-18] every month from the first item to the last is listed once, in order', () => {
  const instant = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(instant, instant, (one, other) => {
      const [first, last] = [one, other].map((date) => date.toISOString()).toSorted() as [string, string];
      const months = monthsBetween(first, last);
      expect([months[0], months.at(-1)]).toEqual([first.slice(0, 7), last.slice(0, 7)]);
      const [years, rest] = [
        Number(last.slice(0, 4)) - Number(first.slice(0, 4)),
        (text: string) => Number(text.slice(5, 7)),
      ];
      expect(months).toHaveLength(12 * years + rest(last) - rest(first) + 1);
      expect(months).toEqual([...new Set(months)].toSorted());
    }),
  );
});

it.each(['pages.xml', '2026-13-1.xml', '2026-11-0.xml', '2026-11.xml', '../2026-11-1.xml', '2026-11-1.xml.gz', ''])(
  '[GAL-18] %j is not the name of a part',
  (name) => expect(partOf(name)).toBeNull(),
);
