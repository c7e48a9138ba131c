import { Injectable } from '@nestjs/common';
import type { PublicCreatorPage } from '@tessera/contract/accounts/profile';
import type { CreatorPage } from '@tessera/domain/accounts/profile/creator-page';
import { creatorPages } from '@tessera/domain/accounts/profile/creator-pages.view';
import type { SealedPage } from '@tessera/domain/accounts/profile/creator-pages.view';
import { creatorDashboard } from '@tessera/domain/earnings/creator-dashboard.view';
import type { CreatorDashboard } from '@tessera/domain/earnings/creator-dashboard.view';
import { shownAddress } from '@tessera/domain/web-address';
import { EventCodec } from '../../kernel/log/codec.ts';
import { documentOf } from '../../kernel/views/every-document.ts';
import { ReadStore } from '../../kernel/views/port.ts';
import { CreatorNames } from '../creator-names.ts';
import { Handles } from './handles.ts';

/** The pages that creators show of themselves, for as long as each has an account. */
@Injectable()
export class CreatorPages {
  constructor(
    private readonly handles: Handles,
    private readonly views: ReadStore,
    private readonly codec: EventCodec,
    private readonly names: CreatorNames,
  ) {}

  /** By a handle that the creator has or had; null where nobody shows a page. */
  async of(handle: string): Promise<PublicCreatorPage | null> {
    const creator_id = await this.handles.ownerOf(handle);
    const page = creator_id && (await this.pageOf(creator_id));
    if (!page) return null;
    return {
      creator_id,
      name: await this.names.of(creator_id),
      handle: page.handle,
      bio: page.bio,
      links: page.links.map(shownAddress).filter((address) => address !== ''),
      licenses: page.shows_licenses ? await this.licensesOf(creator_id) : null,
    };
  }

  /** Null for a creator without a page. */
  async handleOf(creatorId: string): Promise<string | null> {
    return (await this.pageOf(creatorId))?.handle ?? null;
  }

  private async pageOf(creatorId: string): Promise<CreatorPage | null> {
    const sealed = (await documentOf<SealedPage>(this.views, creatorPages.name, creatorId))?.page;
    return sealed ? ((await this.codec.open(creatorId, sealed)) as CreatorPage | null) : null;
  }

  private async licensesOf(creatorId: string): Promise<number> {
    return (await documentOf<CreatorDashboard>(this.views, creatorDashboard.name, creatorId))?.total_licenses ?? 0;
  }
}
