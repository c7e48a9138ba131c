import { Injectable } from '@nestjs/common';
import { content } from '@tessera/domain/content/content';
import { declaredAnew, declaredOf, undeclared } from '@tessera/domain/declared';
import type { Declared } from '@tessera/domain/declared';
import { Streams } from '../../kernel/commands/dispatch.ts';
import { PreviewNotes } from '../../media/public.ts';

/** Notes which previews will have something else to say of their rights. */
@Injectable()
export class ChangedRights {
  constructor(
    private readonly streams: Streams,
    private readonly notes: PreviewNotes,
  ) {}

  /** Before it is decided what is said of an item. */
  async before(contentId: string, said: Partial<Declared>) {
    const state = await this.streams.loadPublic(content, contentId);
    const now = state.status === 'none' ? undeclared : declaredOf(state.content);
    const then = declaredAnew(now, said);
    if (then.data_mining !== now.data_mining || then.ai_generated !== now.ai_generated) await this.notes.add(contentId);
  }
}
