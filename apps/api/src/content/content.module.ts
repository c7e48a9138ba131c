import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/public.ts';
import { openFfmpeg } from '../adapters/film/ffmpeg.ts';
import { openFilmMakerToken } from '../adapters/film/port.ts';
import type { OpenFilmMaker } from '../adapters/film/port.ts';
import type { Config } from '../config.ts';
import { configToken } from '../kernel/tokens.ts';
import { MediaModule, Pictures, PicturesModule } from '../media/public.ts';
import { ChangedRights } from './previews/changed-rights.ts';
import { ContentController } from './content.controller.ts';
import { DeleteUnpublished } from './delete-unpublished.effect.ts';
import { MarketplaceController } from './marketplace/marketplace.controller.ts';
import { DiscoveryController } from './marketplace/discovery.controller.ts';
import { SimilarController } from './marketplace/similar.controller.ts';
import { OwnContentController } from './own-content.controller.ts';
import { PrepareVideo } from './previews/prepare-video.ts';
import { PrepareVideos } from './previews/prepare-videos.effect.ts';
import { Releases } from './releases/releases.ts';
import { ReleasesController } from './releases/releases.controller.ts';
import { RewritePreviews } from './previews/rewrite-previews.effect.ts';
import { stillsBy } from './previews/stills.ts';
import { PublishContentFacts } from './publish-content.facts.ts';
import { SuggestedCreators } from './marketplace/suggested-creators.ts';
import { DidYouMean } from './marketplace/did-you-mean.ts';

@Module({
  imports: [AccountsModule, MediaModule, PicturesModule],
  // Routes are looked at in this order: `mine` is no id.
  controllers: [
    OwnContentController,
    ContentController,
    ReleasesController,
    MarketplaceController,
    DiscoveryController,
    SimilarController,
  ],
  providers: [
    ChangedRights,
    {
      provide: openFilmMakerToken,
      inject: [configToken, Pictures],
      useFactory:
        ({ ffmpeg }: Config, pictures: Pictures): OpenFilmMaker =>
        () =>
          openFfmpeg(ffmpeg, stillsBy(pictures)),
    },
    DeleteUnpublished,
    PrepareVideo,
    PrepareVideos,
    PublishContentFacts,
    Releases,
    RewritePreviews,
    SuggestedCreators,
    DidYouMean,
  ],
})
export class ContentModule {}
