/**
 * A queue in which owners take turns: an owner whose task has just ended goes to the back of the line. Thus each other
 * owner delays a newcomer by at most one task, however many it has waiting. Tasks of one owner keep their order.
 */
export class FairQueue<Work> {
  /** The waiting tasks, by owner. */
  readonly #waiting = new Map<string, Work[]>();
  /** How many tasks are running, by owner. */
  readonly #running = new Map<string, number>();
  /** Owners with waiting and no running tasks, in the order of their turns. */
  readonly #line = new Set<string>();

  join(owner: string, work: Work) {
    const waiting = this.#waiting.get(owner);
    if (waiting) waiting.push(work);
    else this.#waiting.set(owner, [work]);
    if (!this.#running.has(owner)) this.#line.add(owner);
  }

  /** Takes the next task; call `ended` when it is done. Undefined when none is waiting. */
  take(): { readonly owner: string; readonly work: Work } | undefined {
    // If no one else is in line, an owner may run several tasks at a time.
    const [owner = this.#leastBusy()] = this.#line;
    const waiting = owner === undefined ? undefined : this.#waiting.get(owner);
    const work = waiting?.shift();
    if (owner === undefined || !waiting || work === undefined) return undefined;
    this.#line.delete(owner);
    if (waiting.length === 0) this.#waiting.delete(owner);
    this.#running.set(owner, (this.#running.get(owner) ?? 0) + 1);
    return { owner, work };
  }

  ended(owner: string) {
    const left = (this.#running.get(owner) ?? 0) - 1;
    if (left > 0) this.#running.set(owner, left);
    else this.#running.delete(owner);
    if (this.#waiting.has(owner)) this.#line.add(owner);
  }

  #leastBusy(): string | undefined {
    const owners = [...this.#waiting.keys()];
    return owners.sort((one, other) => (this.#running.get(one) ?? 0) - (this.#running.get(other) ?? 0))[0];
  }
}
