import { Injectable } from '@nestjs/common';
import { account } from '@tessera/domain/accounts/account';
import type { ContentCommand } from '@tessera/domain/content/content';
import { changedDeclaration, noDeclaration } from '@tessera/domain/declaration';
import { declarationIn } from '@tessera/domain/content/forms';
import type { PublishForm } from '@tessera/domain/content/forms';
import { notFound } from '@tessera/domain/failures';
import { VideoTools } from '../adapters/video/port.ts';
import { Clock } from '../kernel/clock.ts';
import { Streams } from '../kernel/commands/dispatch.ts';
import { Refused } from '../kernel/refused.ts';
import { contentIdOf, MediaLibrary } from '../media/public.ts';
import { publishedListing } from './listing.ts';

type Publish = Extract<ContentCommand, { readonly kind: 'publish' }>;

const beingPrepared = 'We’re making its preview. It goes on sale as soon as that’s ready.';
const nobodyCanPrepare =
  'No preview could be made of it yet. It goes on sale once there is one; saving it as MP4 may help.';

/** What the server adds to the form of a new item: its media and its creator. */
@Injectable()
export class PublishContentFacts {
  constructor(
    private readonly streams: Streams,
    private readonly media: MediaLibrary,
    private readonly clock: Clock,
    private readonly videoTools: VideoTools,
  ) {}

  async gather(form: PublishForm, creatorId: string): Promise<Publish> {
    const { measures, preview, ...media } = await this.media.claim(form.uploadId, creatorId);
    const state = await this.streams.loadPublic(account, creatorId);
    if (state.status !== 'open') throw new Refused(notFound());
    const content = {
      content_id: contentIdOf(form.uploadId),
      creator_id: creatorId,
      media,
      brand_name: form.brandName.trim(),
      brand_url: form.productUrls[0] ?? '',
      product_urls: form.productUrls,
      notes: form.notes ?? '',
      published_at: this.clock.now().toISOString(),
      declared: changedDeclaration(noDeclaration, declarationIn(form)),
      ...publishedListing(form),
      ...(media.media_type === 'video' && { awaits_preview: await this.waitingFor() }),
    };
    return { kind: 'publish', content, measures, preview };
  }

  /** Why a video isn't for sale yet. */
  private async waitingFor(): Promise<string> {
    return (await this.videoTools.areThere()) ? beingPrepared : nobodyCanPrepare;
  }
}
