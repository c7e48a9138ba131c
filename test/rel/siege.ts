import type { RawAnswer } from '../support/worlds/call.ts';

const attackersAtOnce = 12;

/** At most `most` items, evenly spread from first to last. */
export const evenly = <Item>(all: readonly Item[], most: number): readonly Item[] => {
  const share = Math.min(1, most / all.length);
  return all.filter((_each, place) => Math.floor(place * share) !== Math.floor((place - 1) * share));
};

export const crowd = async <Item>(all: readonly Item[], attack: (item: Item) => Promise<void>) => {
  const waiting = [...all];
  const attacker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await attack(item);
  };
  await Promise.all(Array.from({ length: attackersAtOnce }, attacker));
};

/** What the attackers found out, and how they were answered. */
export class Siege {
  readonly problems: string[] = [];
  /** By what was done. */
  readonly counts = new Map<string, number>();
  leaks = 0;
  unavailable = 0;
  otherErrors = 0;

  count(what: string, more = 1) {
    this.counts.set(what, (this.counts.get(what) ?? 0) + more);
  }

  leak(what: string) {
    this.leaks += 1;
    this.problems.push(what);
  }

  heard(what: string, { status, text }: RawAnswer) {
    if (status === 503) this.unavailable += 1;
    else if (status >= 500) {
      this.otherErrors += 1;
      this.problems.push(`${what} was answered ${status}: ${text.slice(0, 200)}`);
    }
  }
}
