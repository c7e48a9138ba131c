import { Inject, Injectable } from '@nestjs/common';
import { account } from '@tessera/domain/accounts/account';
import { creatorNameOf } from '@tessera/domain/accounts/profile/profile';
import type { ContentPublishedData } from '@tessera/domain/content/content-events';
import { declarationOf, noDeclaration } from '@tessera/domain/declaration';
import type { Config } from '../../config.ts';
import { Clock } from '../../kernel/clock.ts';
import { Streams } from '../../kernel/commands/dispatch.ts';
import { configToken } from '../../kernel/tokens.ts';
import { contentIdOf } from '../content-id.ts';
import { rightsOf } from './rights.ts';
import type { Rights } from './rights.ts';

/** Finds the rights that an item's public media state: its creator's current name, and what the creator declared. */
@Injectable()
export class ItemRights {
  constructor(
    private readonly streams: Streams,
    private readonly clock: Clock,
    @Inject(configToken) private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

  /** For an upload that is not an item yet: allows nothing that wasn't declared. @throws VaultUnavailable */
  ofUpload(uploadId: string, creatorId: string): Promise<Rights> {
    const published_at = this.clock.now().toISOString();
    return this.of({ content_id: contentIdOf(uploadId), creator_id: creatorId, published_at, declared: noDeclaration });
  }

  /** @throws VaultUnavailable */
  async of(
    item: Pick<ContentPublishedData, 'content_id' | 'creator_id' | 'published_at' | 'declared'>,
  ): Promise<Rights> {
    const { state } = await this.streams.load(account, item.creator_id);
    const { content_id, published_at } = item;
    const facts = { creator: creatorNameOf(state), content_id, published_at, declared: declarationOf(item) };
    return rightsOf(facts, this.config.publicUrl);
  }
}
