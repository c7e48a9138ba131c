import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { notFound } from '@tessera/domain/failures';
import { endedByRefund } from '@tessera/domain/licensing/license';
import { refund } from '@tessera/domain/refunds/refund';
import type { Request, Response } from 'express';
import { contentTypeOf } from '../adapters/media/keys.ts';
import { MediaStore, previewCaching } from '../adapters/media/port.ts';
import type { ReadAhead, ByteRange, StoredMedia } from '../adapters/media/port.ts';
import type { Config } from '../config.ts';
import { Streams } from '../kernel/commands/dispatch.ts';
import { configToken } from '../kernel/tokens.ts';
import { Refused } from '../kernel/refused.ts';
import { sendStream } from '../http/answers/send-stream.ts';
import { AnswersDirectly } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { OriginalLinks } from './original-links.ts';
import type { OriginalLink } from './original-links.ts';
import { LicensedOriginals } from './rights/licensed-originals.ts';
import { isPictureWithRights } from './rights/with-rights.ts';

const previewsPath = '/media/';

/** Untrusted files must not run scripts, nor be interpreted as another type than the one stated. */
const untrustedFileHeaders = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
};

/** Returns the requested range; undefined for the whole file; null when the file has no such bytes. */
const rangeOf = (request: Request, { size, etag }: StoredMedia): ByteRange | undefined | null => {
  // Parts of two versions don't make one file. A strong entity tag rules that out; a date can't.
  const ifRange = request.get('If-Range');
  if (request.method !== 'GET' || (ifRange !== undefined && ifRange !== etag)) return undefined;
  const ranges = request.range(size);
  if (ranges === -1) return null;
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  return ranges[0];
};

const singleRange = /^bytes=(\d*)-(\d*)$/;

/** Returns what will probably be sent, before the file's size is known. */
const aheadOf = (request: Request): ReadAhead | undefined => {
  // The answer will probably be 304, so nothing is opened.
  if (request.method !== 'GET' || request.get('If-None-Match') !== undefined) return undefined;
  const [, start = '', end = ''] = singleRange.exec(request.get('Range') ?? '') ?? [];
  if (start !== '') return end === '' ? { start: Number(start) } : { start: Number(start), end: Number(end) };
  return end === '' ? 'all' : { last: Number(end) };
};

/** Sends the file, or the requested range of it, which players and resumed downloads ask for. */
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
  await sendStream(() => media.read(range), response);
};

@ApiTags('media')
@Controller()
export class ServingController {
  constructor(
    private readonly store: MediaStore,
    private readonly links: OriginalLinks,
    private readonly originals: LicensedOriginals,
    private readonly streams: Streams,
    @Inject(configToken) private readonly config: Pick<Config, 'mediaCdnUrl'>,
  ) {}

  /** Serves public previews by the path in `media_url` or `clip_url`. */
  @Get('media/*path')
  @ApiParam({ name: 'path', description: 'As in `media_url` or `clip_url`.', schema: { type: 'string' } })
  @AnswersDirectly('Serves a public preview, or a part of it.', [200, 206, 302, 304, 416], 'image/*', 'video/*')
  async preview(@Req() request: Request, @Res() response: Response) {
    // The path is not decoded: keys need no escapes, so a path with one is not a key.
    const key = request.path.slice(previewsPath.length);
    const { mediaCdnUrl } = this.config;
    if (mediaCdnUrl !== null && contentTypeOf(key) !== null) {
      response.set({ 'Cache-Control': previewCaching, 'Cross-Origin-Resource-Policy': 'cross-origin' });
      response.redirect(302, `${mediaCdnUrl}/${key}`);
      return;
    }
    const media = await this.store.openPreview(key, aheadOf(request));
    if (!media) throw new Refused(notFound());
    try {
      await this.sendPreview(request, response, media);
    } finally {
      media.close();
    }
  }

  private async sendPreview(request: Request, response: Response, media: StoredMedia) {
    response.set({
      ...untrustedFileHeaders,
      'Cache-Control': previewCaching,
      'Cross-Origin-Resource-Policy': 'cross-origin',
      ETag: media.etag,
    });
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    await send(request, response, media);
  }

  /** Serves an original to anyone with its signed link. A download can be resumed. */
  @Get('media-originals/:token')
  @Refuses('license_refunded')
  @AnswersDirectly('Serves an original to anyone with its signed link.', [200, 206, 302, 416], 'image/*', 'video/*')
  async original(@Param('token') token: string, @Req() request: Request, @Res() response: Response) {
    const link = this.links.verify(token);
    if (link && (await this.isRefunded(link))) throw new Refused(endedByRefund());
    const storeUrl = link && (await this.storeUrlOf(link, response));
    if (storeUrl) {
      response.set('Cache-Control', 'private, no-store').redirect(302, storeUrl);
      return;
    }
    const media = link && (await this.originals.open(link.key, link.license_id));
    if (!media) throw new Refused(notFound({ message: 'This download link has expired. Please request a new one.' }));
    response.set({ ...untrustedFileHeaders, 'Cache-Control': 'private, no-store', ETag: media.etag });
    response.attachment(link.filename);
    await send(request, response, media);
  }

  /** The link may have been signed before the refund. */
  private async isRefunded({ license_id }: OriginalLink): Promise<boolean> {
    return (await this.streams.loadPublic(refund, license_id)).isWhole;
  }

  /** Null if the store can't serve files directly, and for pictures, whose rights are added as they are sent. */
  private async storeUrlOf(link: OriginalLink, response: Response): Promise<string | null> {
    if (isPictureWithRights(contentTypeOf(link.key))) return null;
    response.attachment(link.filename);
    const disposition = String(response.getHeader('Content-Disposition'));
    // These headers belong to the store's response, not to the redirect.
    response.removeHeader('Content-Disposition');
    response.removeHeader('Content-Type');
    return this.store.signedOriginalUrl(link.key, { disposition, seconds: this.links.secondsLeft(link) });
  }
}
