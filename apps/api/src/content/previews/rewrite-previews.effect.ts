import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { content } from '@tessera/domain/content/content';
import { MediaStore } from '../../adapters/media/port.ts';
import { Streams } from '../../kernel/commands/dispatch.ts';
import { BackgroundWork } from '../../kernel/work/background-work.ts';
import { ItemRights, PreviewRewriteQueue, rewritePreviews } from '../../media/public.ts';

/** Rewrites the rights in previews' metadata after their creators changed what they declare. */
@Injectable()
export class RewritePreviews implements OnApplicationBootstrap {
  constructor(
    private readonly work: BackgroundWork,
    private readonly queue: PreviewRewriteQueue,
    private readonly streams: Streams,
    private readonly rights: ItemRights,
    private readonly store: MediaStore,
  ) {}

  onApplicationBootstrap() {
    this.work.start({
      name: 'writing rights into previews',
      round: ({ signal }) => this.queue.forEach((contentId) => this.rewrite(contentId), signal),
    });
  }

  private async rewrite(contentId: string) {
    const state = await this.streams.loadPublic(content, contentId);
    if (state.status !== 'none')
      await rewritePreviews(this.store, state.content.media, await this.rights.of(state.content));
  }
}
