import { Module } from '@nestjs/common';
import { AttemptsModule } from '../adapters/attempts/attempts.module.ts';
import { AccountsModule } from '../accounts/public.ts';
import { MediaModule, PicturesModule } from '../media/public.ts';
import { RightsChanges } from './previews/rights-changes.ts';
import { ContentController } from './content.controller.ts';
import { DeleteUnpublished } from './delete-unpublished.effect.ts';
import { MarketplaceController } from './marketplace/marketplace.controller.ts';
import { DiscoveryController } from './marketplace/discovery.controller.ts';
import { SimilarController } from './marketplace/similar.controller.ts';
import { OwnContentController } from './own-content.controller.ts';
import { AwaitPreviews } from './previews/await-previews.effect.ts';
import { PrepareVideo } from './previews/prepare-video.ts';
import { PrepareVideos } from './previews/prepare-videos.effect.ts';
import { Releases } from './releases/releases.ts';
import { ReleasesController } from './releases/releases.controller.ts';
import { RewritePreviews } from './previews/rewrite-previews.effect.ts';
import { PublishContentFacts } from './publish-content.facts.ts';
import { SuggestedCreators } from './marketplace/suggested-creators.ts';
import { SearchLimits } from './marketplace/search-limits.ts';
import { DidYouMean } from './marketplace/did-you-mean.ts';

@Module({
  imports: [AttemptsModule, AccountsModule, MediaModule, PicturesModule],
  // Routes are matched in this order: `mine` must not be taken for an id.
  controllers: [
    OwnContentController,
    ContentController,
    ReleasesController,
    MarketplaceController,
    DiscoveryController,
    SimilarController,
  ],
  providers: [
    AwaitPreviews,
    RightsChanges,
    DeleteUnpublished,
    PrepareVideo,
    PrepareVideos,
    PublishContentFacts,
    Releases,
    RewritePreviews,
    SuggestedCreators,
    DidYouMean,
    SearchLimits,
  ],
})
export class ContentModule {}
