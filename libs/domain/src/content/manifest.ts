import type { Manifest } from '../kernel/manifest.ts';
import { content } from './content.ts';
import { marketplace } from './marketplace.view.ts';
import { ownContent } from './own-content.view.ts';
import { unpreparedVideos } from './media/unprepared-videos.view.ts';

export const contentManifest: Manifest = {
  deciders: [content],
  views: [marketplace, ownContent, unpreparedVideos],
};
