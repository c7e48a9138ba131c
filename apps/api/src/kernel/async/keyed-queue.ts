interface Queue {
  last: Promise<unknown>;
  count: number;
}

/** Runs tasks with the same key one after another, also after one fails; tasks with different keys run concurrently. */
export class KeyedQueue {
  readonly #queues = new Map<string, Queue>();

  /** Returns how many tasks with the key are running or waiting. */
  count(key: string): number {
    return this.#queues.get(key)?.count ?? 0;
  }

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(key) ?? { last: Promise.resolve(), count: 0 };
    this.#queues.set(key, queue);
    const result = queue.last.then(work, work);
    queue.last = result;
    queue.count += 1;
    try {
      return await result;
    } finally {
      queue.count -= 1;
      if (queue.count === 0) this.#queues.delete(key);
    }
  }
}
