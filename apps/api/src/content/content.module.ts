import { Module } from '@nestjs/common';
import { MediaModule } from '../media/media.module.ts';
import { ContentController } from './content.controller.ts';
import { MarketplaceController } from './marketplace.controller.ts';
import { PublishContentFacts } from './publish-content.facts.ts';

@Module({
  imports: [MediaModule],
  controllers: [ContentController, MarketplaceController],
  providers: [PublishContentFacts],
})
export class ContentModule {}
