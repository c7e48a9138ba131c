import { Module } from '@nestjs/common';
import { openFfmpeg } from '../adapters/film/ffmpeg.ts';
import type { OpenFilmMaker } from '../adapters/film/port.ts';
import type { Config } from '../config.ts';
import { configToken, openFilmMakerToken } from '../kernel/tokens.ts';
import { MediaModule } from '../media/media.module.ts';
import { ContentController } from './content.controller.ts';
import { MarketplaceController } from './marketplace.controller.ts';
import { OwnContentController } from './own-content.controller.ts';
import { PrepareVideo } from './prepare-video.ts';
import { PrepareVideos } from './prepare-videos.effect.ts';
import { PublishContentFacts } from './publish-content.facts.ts';

@Module({
  imports: [MediaModule],
  // Routes are looked at in this order: `mine` is no id.
  controllers: [OwnContentController, ContentController, MarketplaceController],
  providers: [
    {
      provide: openFilmMakerToken,
      inject: [configToken],
      useFactory:
        ({ ffmpeg }: Config): OpenFilmMaker =>
        () =>
          openFfmpeg(ffmpeg),
    },
    PrepareVideo,
    PrepareVideos,
    PublishContentFacts,
  ],
})
export class ContentModule {}
