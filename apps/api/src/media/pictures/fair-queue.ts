/**
 * Whose work is next: the owners take turns, and one whose work has just ended goes to the end of the line. So each other
 * owner delays a newcomer by one piece of work at most, however much it has waiting. Work of one owner keeps its order.
 */
export class FairQueue<Work> {
  /** By owner: what waits. */
  readonly #waiting = new Map<string, Work[]>();
  /** By owner: how much is under way. */
  readonly #underWay = new Map<string, number>();
  /** Owners with something waiting and nothing under way, in the order of their turns. */
  readonly #line = new Set<string>();

  join(owner: string, work: Work) {
    const waiting = this.#waiting.get(owner);
    if (waiting) waiting.push(work);
    else this.#waiting.set(owner, [work]);
    if (!this.#underWay.has(owner)) this.#line.add(owner);
  }

  /** Takes the next; `ended` must be told when it is over. Undefined when nothing waits. */
  take(): { readonly owner: string; readonly work: Work } | undefined {
    // Nobody else wants the turn: then whoever has more may have another at the same time.
    const [owner = this.#leastBusy()] = this.#line;
    const waiting = owner === undefined ? undefined : this.#waiting.get(owner);
    const work = waiting?.shift();
    if (owner === undefined || !waiting || work === undefined) return undefined;
    this.#line.delete(owner);
    if (waiting.length === 0) this.#waiting.delete(owner);
    this.#underWay.set(owner, (this.#underWay.get(owner) ?? 0) + 1);
    return { owner, work };
  }

  ended(owner: string) {
    const left = (this.#underWay.get(owner) ?? 0) - 1;
    if (left > 0) this.#underWay.set(owner, left);
    else this.#underWay.delete(owner);
    if (this.#waiting.has(owner)) this.#line.add(owner);
  }

  #leastBusy(): string | undefined {
    const busy = [...this.#waiting.keys()];
    return busy.sort((one, other) => (this.#underWay.get(one) ?? 0) - (this.#underWay.get(other) ?? 0))[0];
  }
}
