import { countedEntriesMax } from './traffic.ts';
import type { CodeVisits, ItemTraffic, TrafficCountedData } from './traffic.ts';

/** At this many, counting stops until the counts are recorded: memory must not fill up while the log is unavailable. */
const entriesMax = 20 * countedEntriesMax;

export type Interaction =
  | { readonly kind: 'view' | 'cart'; readonly content_id: string; readonly creator_id: string }
  | { readonly kind: 'visit'; readonly code: string; readonly creator_id: string };

interface Day {
  readonly items: Map<string, ItemTraffic>;
  readonly codes: Map<string, CodeVisits>;
}

const batches = <Entry>(entries: readonly Entry[]): readonly (readonly Entry[])[] =>
  Array.from({ length: Math.ceil(entries.length / countedEntriesMax) }, (_unused, index) =>
    entries.slice(index * countedEntriesMax, (index + 1) * countedEntriesMax),
  );

/** Counts interactions by day and by item or code. */
export class Tally {
  #days = new Map<string, Day>();

  /** How many items and codes have counts. */
  get entries(): number {
    return [...this.#days.values()].reduce((total, { items, codes }) => total + items.size + codes.size, 0);
  }

  /** @param day `yyyy-mm-dd`, in UTC */
  add(interaction: Interaction, day: string) {
    if (this.entries >= entriesMax) return;
    const { items, codes } = this.#dayOf(day);
    if (interaction.kind === 'visit') {
      const { code, creator_id } = interaction;
      codes.set(code, { code, creator_id, visits: (codes.get(code)?.visits ?? 0) + 1 });
      return;
    }
    const { kind, content_id, creator_id } = interaction;
    const before = items.get(content_id) ?? { views: 0, carts: 0 };
    const views = before.views + (kind === 'view' ? 1 : 0);
    const carts = before.carts + (kind === 'cart' ? 1 : 0);
    items.set(content_id, { content_id, creator_id, views, carts });
  }

  /** Takes all counts since the last call, in batches that each fit in one event. */
  take(): readonly TrafficCountedData[] {
    const days = this.#days;
    this.#days = new Map();
    return [...days].flatMap(([day, { items, codes }]) => [
      ...batches([...items.values()]).map((batch) => ({ day, items: batch, codes: [] })),
      ...batches([...codes.values()]).map((batch) => ({ day, items: [], codes: batch })),
    ]);
  }

  #dayOf(day: string): Day {
    const found = this.#days.get(day) ?? { items: new Map(), codes: new Map() };
    this.#days.set(day, found);
    return found;
  }
}
