import { Injectable } from '@nestjs/common';
import { content } from '@tessera/domain/content/content';
import { changedDeclaration, declarationOf, noDeclaration } from '@tessera/domain/declaration';
import type { Declaration } from '@tessera/domain/declaration';
import { Streams } from '../../kernel/commands/dispatch.ts';
import { PreviewRewriteQueue } from '../../media/public.ts';

/** Queues the previews whose embedded rights are about to change. */
@Injectable()
export class RightsChanges {
  constructor(
    private readonly streams: Streams,
    private readonly queue: PreviewRewriteQueue,
  ) {}

  /** Call it before the command that declares this is dispatched. */
  async queueRewrite(contentId: string, declared: Partial<Declaration>) {
    const state = await this.streams.loadPublic(content, contentId);
    const now = state.status === 'none' ? noDeclaration : declarationOf(state.content);
    const then = changedDeclaration(now, declared);
    if (then.data_mining !== now.data_mining || then.ai_generated !== now.ai_generated) await this.queue.add(contentId);
  }
}
