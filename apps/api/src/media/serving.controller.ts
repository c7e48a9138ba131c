import { pipeline } from 'node:stream/promises';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { notFound } from '@tessera/domain/failures';
import type { Request, Response } from 'express';
import { MediaStore } from '../adapters/media/port.ts';
import type { ByteRange, StoredMedia } from '../adapters/media/port.ts';
import { Refused } from '../kernel/refused.ts';
import { AnswersItself } from '../http/description/described.ts';
import { OriginalLinks } from './original-links.ts';

const previewsPath = '/media/';
const previewMaxAgeSeconds = 3600;

/** A file of a stranger is never run, and never taken for another type than the one it is served as. */
const harmless = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
};

/** The one range that was requested; undefined for the whole; null when the file has no such bytes. */
const rangeOf = (request: Request, { size, etag }: StoredMedia): ByteRange | undefined | null => {
  // Parts of two versions make no file. Only a strong tag can promise that; a date can't.
  const onlyOf = request.get('If-Range');
  if (request.method !== 'GET' || (onlyOf !== undefined && onlyOf !== etag)) return undefined;
  const ranges = request.range(size);
  if (ranges === -1) return null;
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  return ranges[0];
};

/** The file, or the part of it that was requested: films are played and downloads resumed so. */
const send = async (request: Request, response: Response, media: StoredMedia) => {
  response.set('Accept-Ranges', 'bytes');
  const range = rangeOf(request, media);
  if (range === null) {
    response.status(416).set('Content-Range', `bytes */${media.size}`).end();
    return;
  }
  const { start, end } = range ?? { start: 0, end: media.size - 1 };
  if (range) response.status(206).set('Content-Range', `bytes ${start}-${end}/${media.size}`);
  response.set({ 'Content-Type': media.contentType, 'Content-Length': String(end - start + 1) });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  try {
    await pipeline(media.read(range), response);
  } catch (error) {
    // Who goes away in the middle of a download is no error of ours.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
};

@ApiTags('media')
@Controller()
export class ServingController {
  constructor(
    private readonly store: MediaStore,
    private readonly links: OriginalLinks,
  ) {}

  /** Public previews, by the path that is in `media_url` or `clip_url`. */
  @Get('media/*path')
  @ApiParam({ name: 'path', description: 'As in `media_url` or `clip_url`.', schema: { type: 'string' } })
  @AnswersItself('Serves a public preview, or a part of it.', [200, 206, 304], 'image/*', 'video/*')
  async preview(@Req() request: Request, @Res() response: Response) {
    // Taken as it was sent: no key needs an escape, so one that holds an escape is none.
    const media = await this.store.openPreview(request.path.slice(previewsPath.length));
    if (!media) throw new Refused(notFound());
    response.set({
      ...harmless,
      'Cache-Control': `public, max-age=${previewMaxAgeSeconds}`,
      'Cross-Origin-Resource-Policy': 'cross-origin',
      ETag: media.etag,
    });
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    await send(request, response, media);
  }

  /** An original, for who holds its signed address; a download can be resumed. */
  @Get('media-originals/:token')
  @AnswersItself('Serves an original to who holds its signed address.', [200, 206], 'image/*', 'video/*')
  async original(@Param('token') token: string, @Req() request: Request, @Res() response: Response) {
    const link = this.links.verify(token);
    const media = link && (await this.store.openOriginal(link.key));
    if (!media)
      throw new Refused(notFound({ message: 'This download address has expired. Please ask for a new one.' }));
    response.set({ ...harmless, 'Cache-Control': 'private, no-store', ETag: media.etag });
    response.attachment(link.filename);
    await send(request, response, media);
  }
}
