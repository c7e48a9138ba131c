import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.ts';
import { Vault } from '../../kernel/records/port.ts';

const collection = 'previews-to-rewrite';
const open = 'open';
/** How long to wait, so that the command dispatched after queuing is in the log by then. */
const recordedAfterMs = 3_000;

interface QueuedItem {
  readonly group: typeof open;
  readonly since_ms: number;
}

/** The items whose previews may state other rights than the log, or soon will. */
@Injectable()
export class PreviewRewriteQueue {
  constructor(
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  /** Call it before the change is dispatched: then a process that dies in between leaves no preview outdated. */
  async add(contentId: string) {
    const item: QueuedItem = { group: open, since_ms: this.clock.now().getTime() };
    await this.vault.put(collection, contentId, item);
  }

  /** Rewrites each item that is due. An item that is queued again in the meantime stays in the queue. */
  async forEach(rewrite: (contentId: string) => Promise<void>, signal: AbortSignal) {
    const untilMs = this.clock.now().getTime() - recordedAfterMs;
    for (const { key, value } of await this.vault.inGroup<QueuedItem>(collection, open)) {
      if (signal.aborted) return;
      if (value.since_ms > untilMs) continue;
      await rewrite(key);
      await this.vault.update<QueuedItem>(collection, key, (now) =>
        now?.since_ms === value.since_ms ? undefined : now,
      );
    }
  }
}
