import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.ts';
import { Vault } from '../../kernel/records/port.ts';

const collection = 'previews-to-rewrite';
const open = 'open';
/** What was about to be decided when it was noted is in the log by then. */
const decidedAfterMs = 3_000;

interface Note {
  readonly group: typeof open;
  readonly since_ms: number;
}

/** The items whose previews may say something else of their rights than the log, or soon will. */
@Injectable()
export class PreviewRewriteQueue {
  constructor(
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  /** Before it is decided, so that a process that dies in between leaves nothing wrong for good. */
  async add(contentId: string) {
    const note: Note = { group: open, since_ms: this.clock.now().getTime() };
    await this.vault.put(collection, contentId, note);
  }

  /** Does it for every item whose turn it is. One that is noted anew meanwhile stays. */
  async forEach(rewrite: (contentId: string) => Promise<void>, signal: AbortSignal) {
    const untilMs = this.clock.now().getTime() - decidedAfterMs;
    for (const { key, value } of await this.vault.inGroup<Note>(collection, open)) {
      if (signal.aborted) return;
      if (value.since_ms > untilMs) continue;
      await rewrite(key);
      await this.vault.update<Note>(collection, key, (now) => (now?.since_ms === value.since_ms ? undefined : now));
    }
  }
}
