import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { content } from '@tessera/domain/content/content';
import type { PreparedVideo } from '@tessera/domain/content/content';
import type { Media } from '@tessera/domain/content/content-events';
import type { UnpreparedVideo } from '@tessera/domain/content/media/unprepared-videos.view';
import type { PosterAndClip, VideoFailure, VideoPreviewer } from '../../adapters/video/port.ts';
import { contentTypeToPut } from '../../adapters/media/keys.ts';
import { MediaStore } from '../../adapters/media/port.ts';
import type { Config } from '../../config.ts';
import { Dispatch, Streams } from '../../kernel/commands/dispatch.ts';
import { configToken } from '../../kernel/tokens.ts';
import { mediaPixelsMax } from '@tessera/domain/content/media/media-failures';
import {
  bytesWithRights,
  ItemRights,
  Pictures,
  PreviewRewriteQueue,
  previewKeysOf,
  storePreview,
} from '../../media/public.ts';
import { videosOwner } from './stills.ts';

const originalMissing: VideoFailure = {
  reason: 'We no longer have its file. Please upload it again.',
  detail: 'the media store has no such original',
};

/** Makes the public previews of one video, and records the outcome. Repeating it replaces the earlier previews. */
@Injectable()
export class PrepareVideo {
  private readonly folder: string;

  constructor(
    private readonly commands: CommandBus,
    private readonly pictures: Pictures,
    private readonly store: MediaStore,
    private readonly streams: Streams,
    private readonly rights: ItemRights,
    private readonly queue: PreviewRewriteQueue,
    @Inject(configToken) config: Config,
  ) {
    this.folder = join(config.dataDir, 'films');
  }

  /** Removes temporary files of a process that was killed. */
  async clear() {
    await rm(this.folder, { recursive: true, force: true });
  }

  /** @throws when it was aborted, or an engine is down; any other problem is returned */
  async makePreviews(
    video: UnpreparedVideo,
    previewer: VideoPreviewer,
    signal: AbortSignal,
  ): Promise<PreparedVideo | VideoFailure> {
    const folder = join(this.folder, video.content_id);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      const original = await this.store.openOriginal(video.original);
      if (!original) return originalMissing;
      const file = join(folder, `original${extname(video.original)}`);
      await pipeline(original.read(), createWriteStream(file), { signal });
      const made = await previewer.posterAndClip(file, signal);
      return 'reason' in made ? made : await this.publish(video, made, original.size);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Returns the position of the recorded event. */
  async record({ content_id }: UnpreparedVideo, outcome: PreparedVideo | Pick<VideoFailure, 'reason'>) {
    const command = { kind: 'record-video', outcome } as const;
    const metadata = { actor: 'system', correlation: content_id, causation: null };
    const before = await this.streams.loadPublic(content, content_id);
    const { position } = await this.commands.execute(new Dispatch(content, content_id, command, metadata));
    if ('preview' in outcome && before.status !== 'none') await this.deleteReplaced(before.content.media, outcome);
    // The files lack any rights that the creator declared in the meantime.
    await this.queue.add(content_id);
    return position;
  }

  /** What is left of a preview that a browser made: its clip in another format, its poster at other widths. */
  private async deleteReplaced(before: Media, { preview }: PreparedVideo) {
    if (before.clip_url === null) return;
    const kept = new Set([...previewKeysOf(preview), preview.clip_url]);
    for (const key of [...previewKeysOf(before), before.clip_url])
      if (!kept.has(key)) await this.store.deletePreview(key);
  }

  /** Stores the previews under new keys, because browsers cache the placeholder picture for a while. */
  private async publish(
    { content_id, media_url }: UnpreparedVideo,
    { poster, clip }: PosterAndClip,
    bytes: number,
  ): Promise<PreparedVideo> {
    const name = basename(media_url, extname(media_url));
    const clip_url = `creator/videos/${name}${extname(clip)}`;
    const state = await this.streams.loadPublic(content, content_id);
    if (state.status === 'none') throw new Error(`There is no item ${content_id}`);
    const rights = await this.rights.of(state.content);
    const clipBytes = await bytesWithRights(await readFile(clip), contentTypeToPut(clip_url), rights);
    await this.store.putPreview(clip_url, clipBytes);
    const bounds = { formats: ['png'], pixelsMax: mediaPixelsMax };
    const picture = await this.pictures.enqueue(videosOwner, (maker) =>
      maker.make({ kind: 'preview', file: poster, bounds }),
    );
    if ('refused' in picture) throw new Error(`ffmpeg made a poster that is ${picture.refused}`);
    const preview = { ...(await storePreview(this.store, `creator/images/${name}.webp`, picture, rights)), clip_url };
    const { colors, hash } = picture.measures;
    return { preview, measures: { pixels: null, bytes, colors, hash } };
  }
}
