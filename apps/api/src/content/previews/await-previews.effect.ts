import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { content } from '@tessera/domain/content/content';
import type { UnpreparedVideo } from '@tessera/domain/content/media/unprepared-videos.view';
import { Dispatch } from '../../kernel/commands/dispatch.ts';
import { EventStore } from '../../kernel/log/port.ts';
import { Projections } from '../../kernel/projecting/projections.ts';
import { everyDocument } from '../../kernel/views/every-document.ts';
import { ReadStore } from '../../kernel/views/port.ts';
import { BackgroundWork } from '../../kernel/work/background-work.ts';

const reason = 'It has no preview yet. It goes back on sale as soon as it has one.';

const viewsWaitMaxMs = 10_000;
const sort = { field: 'published_at', descending: false };

/**
 * Takes videos off the market that were put on sale before videos had to wait for their preview. Newer ones wait by
 * themselves, so all is done once per lease.
 */
@Injectable()
export class AwaitPreviews implements OnApplicationBootstrap {
  private isDone = false;

  constructor(
    private readonly work: BackgroundWork,
    private readonly commands: CommandBus,
    private readonly views: ReadStore,
    private readonly events: EventStore,
    private readonly projections: Projections,
  ) {}

  onApplicationBootstrap() {
    this.work.start({ name: 'awaiting previews', round: ({ signal }) => this.runOnce(signal) });
  }

  private async runOnce(signal: AbortSignal) {
    if (this.isDone) return;
    // Right after an update the view may still be folded again.
    if (!(await this.projections.reached(await this.events.head(), viewsWaitMaxMs))) return;
    for await (const { key } of everyDocument<UnpreparedVideo>(this.views, 'unprepared-videos', { sort })) {
      if (signal.aborted) return;
      const metadata = { actor: 'system', correlation: key, causation: null };
      await this.commands.execute(new Dispatch(content, key, { kind: 'await-preview', reason }, metadata));
    }
    this.isDone = true;
  }
}
