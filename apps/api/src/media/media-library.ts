import { Injectable } from '@nestjs/common';
import type { Media } from '@tessera/domain/content/content';
import { missingMedia } from '@tessera/domain/content/media-failures';
import { Refused } from '../kernel/refused.ts';
import { Uploads } from './uploads.ts';

/** The stored media, for who makes content of it. */
@Injectable()
export class MediaLibrary {
  constructor(private readonly uploads: Uploads) {}

  /** The media of a creator's own upload that is ready; refused otherwise. Claiming again answers the same. */
  async claim(uploadId: string, creatorId: string): Promise<Media> {
    const upload = await this.uploads.find(uploadId);
    if (upload?.status !== 'ready' || upload.creator_id !== creatorId) throw new Refused(missingMedia());
    return upload.media;
  }
}
