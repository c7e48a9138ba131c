import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { clipBytesMax, posterBytesMax, posterSideMax } from '@tessera/domain/content/media/film-previews';
import { fileTooLarge, missingMedia, previewRefused } from '@tessera/domain/content/media/media-failures';
import { isFailure } from '@tessera/domain/kernel/failure';
import { contentTypeToPut } from '../../adapters/media/keys.ts';
import { MediaStore } from '../../adapters/media/port.ts';
import { fileBodyOf } from '../../http/input/file-body.ts';
import { Refused } from '../../kernel/refused.ts';
import { detectMediaType } from '../formats/detect-media-type.ts';
import { PictureBroken, PictureLimitExceeded, Pictures } from '../pictures/pictures.ts';
import type { PictureMaker } from '../pictures/pictures.ts';
import { ItemRights } from '../rights/item-rights.ts';
import { bytesWithRights } from '../rights/with-rights.ts';
import { previewKeysOf, previewMediaAt, storePreview } from '../stored-media.ts';
import { problemOfClip, problemOfPoster } from './preview-checks.ts';
import { Uploads } from './uploads.ts';
import type { UploadedMedia } from './uploads.ts';

const posterFormats = ['jpeg', 'png', 'webp'];
const refuse = (message: string): never => {
  throw new Refused(previewRefused({ message }));
};

/** @throws Refused */
const check = (problem: string | null) => {
  if (problem !== null) refuse(problem);
};

const inTemporaryFile = async <Result>(bytes: Buffer, use: (file: string) => Promise<Result>): Promise<Result> => {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-preview-'));
  try {
    const file = join(folder, 'preview');
    await writeFile(file, bytes, { mode: 0o600 });
    return await use(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/**
 * Takes the poster and clip that a creator's browser made of a film, where this machine can't make them. They are checked
 * like any file from outside. Whether a clip really shows its film can't be known before the server can decode films; then
 * it makes both anew.
 */
@Injectable()
export class BroughtPreviews {
  constructor(
    private readonly uploads: Uploads,
    private readonly pictures: Pictures,
    private readonly store: MediaStore,
    private readonly rights: ItemRights,
  ) {}

  /** Stores a film's poster from the body of a request, with the server's own watermark. @throws Refused */
  async takePoster(id: string, creatorId: string, request: IncomingMessage) {
    const { preview_name, media } = await this.filmOf(id, creatorId);
    const bytes = await fileBodyOf(request, posterBytesMax, fileTooLarge);
    const bounds = { formats: posterFormats, pixelsMax: posterSideMax * posterSideMax };
    const made = await this.reading(creatorId, bytes, (file, maker) => maker.make({ kind: 'preview', file, bounds }));
    if ('refused' in made) return refuse('The poster isn’t a picture of a suitable type and size.');
    check(problemOfPoster(made, media.film ?? null));
    const path = `creator/images/${preview_name}.webp`;
    const { colors, hash } = made.measures;
    const poster = { ...previewMediaAt(path, made), colors, hash };
    await this.note(id, previewKeysOf(poster));
    await storePreview(this.store, path, made, await this.rights.ofUpload(id, creatorId));
    await this.uploads.bring(id, (before) => ({ ...before, poster }));
  }

  /** Stores a film's clip from the body of a request. @throws Refused */
  async takeClip(id: string, creatorId: string, request: IncomingMessage) {
    const { preview_name, media } = await this.filmOf(id, creatorId);
    const bytes = await fileBodyOf(request, clipBytesMax, fileTooLarge);
    const { extension, clip } = await this.reading(creatorId, bytes, async (file, maker) => {
      const detected = await detectMediaType(file);
      if (isFailure(detected) || detected.mediaType === 'image') return refuse('The preview clip isn’t a whole video.');
      return { extension: detected.extension, clip: await maker.make({ kind: 'film', file }) };
    });
    if (!clip) return refuse('The preview clip has no pictures.');
    check(problemOfClip(clip, media.film ?? null));
    const clip_url = `creator/videos/${preview_name}.${extension}`;
    await this.note(id, [clip_url]);
    const rights = await this.rights.ofUpload(id, creatorId);
    await this.store.putPreview(clip_url, await bytesWithRights(bytes, contentTypeToPut(clip_url), rights));
    await this.uploads.bring(id, (before) => ({ ...before, clip_url }));
  }

  private async filmOf(id: string, creatorId: string): Promise<{ preview_name: string; media: UploadedMedia }> {
    const upload = await this.uploads.ownedBy(creatorId, id);
    const isOpen = upload.status === 'ready' && !upload.claimed && upload.media.media_type === 'video';
    if (!isOpen) throw new Refused(missingMedia());
    return upload;
  }

  /** Call it before a file is stored, so that it is deleted with the upload whatever happens. */
  private async note(id: string, keys: readonly string[]) {
    await this.uploads.bring(id, (before) => ({ ...before, keys: [...new Set([...before.keys, ...keys])] }));
  }

  private async reading<Result>(
    creatorId: string,
    bytes: Buffer,
    read: (file: string, maker: PictureMaker) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await inTemporaryFile(bytes, (file) => this.pictures.enqueue(creatorId, (maker) => read(file, maker)));
    } catch (error) {
      if (error instanceof PictureBroken || error instanceof PictureLimitExceeded)
        return refuse('This preview could not be read.');
      throw error;
    }
  }
}
