import { Injectable } from '@nestjs/common';
import type { PublicCreatorPage } from '@tessera/contract/accounts/profile';
import type { CreatorPage } from '@tessera/domain/accounts/profile/creator-page';
import { creatorPages } from '@tessera/domain/accounts/profile/creator-pages.view';
import type { SealedPage } from '@tessera/domain/accounts/profile/creator-pages.view';
import type { ContentDetails } from '@tessera/contract/content';
import { creatorDashboard } from '@tessera/domain/earnings/dashboard/creator-dashboard.view';
import type { CreatorDashboard } from '@tessera/domain/earnings/dashboard/creator-dashboard.view';
import { shownAddress } from '@tessera/domain/web-address';
import { EventCodec } from '../../kernel/log/codec.ts';
import { documentOf } from '../../kernel/views/every-document.ts';
import { ReadStore } from '../../kernel/views/port.ts';
import { CreatorNames } from '../creator-names.ts';
import { Handles } from './handles.ts';

interface OpenedPage {
  readonly page: CreatorPage | null;
  readonly portrait_url: string | null;
}

/** The public pages of creators. */
@Injectable()
export class CreatorPages {
  constructor(
    private readonly handles: Handles,
    private readonly views: ReadStore,
    private readonly codec: EventCodec,
    private readonly names: CreatorNames,
  ) {}

  /** The page for a current or former handle; null if there is none. */
  async of(handle: string): Promise<PublicCreatorPage | null> {
    const creator_id = await this.handles.ownerOf(handle);
    if (!creator_id) return null;
    const { page, portrait_url } = await this.documentOf(creator_id);
    if (!page) return null;
    return {
      creator_id,
      name: await this.names.of(creator_id),
      handle: page.handle,
      bio: page.bio,
      links: page.links.map(shownAddress).filter((address) => address !== ''),
      portrait_url,
      licenses: page.shows_licenses ? await this.licensesOf(creator_id) : null,
    };
  }

  /** What is shown next to a creator's name: the handle of the page and the portrait, each null if there is none. */
  async shownOf(creatorId: string): Promise<Pick<ContentDetails, 'creator_handle' | 'creator_portrait_url'>> {
    const { page, portrait_url } = await this.documentOf(creatorId);
    return { creator_handle: page?.handle ?? null, creator_portrait_url: portrait_url };
  }

  private async documentOf(creatorId: string): Promise<OpenedPage> {
    const document = await documentOf<SealedPage>(this.views, creatorPages.name, creatorId);
    if (!document) return { page: null, portrait_url: null };
    const { page, portrait_url } = document;
    return { page: page && ((await this.codec.open(creatorId, page)) as CreatorPage | null), portrait_url };
  }

  private async licensesOf(creatorId: string): Promise<number> {
    return (await documentOf<CreatorDashboard>(this.views, creatorDashboard.name, creatorId))?.total_licenses ?? 0;
  }
}
