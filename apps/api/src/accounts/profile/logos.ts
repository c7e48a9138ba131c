import { Inject, Injectable } from '@nestjs/common';
import { notAnImage } from '@tessera/domain/accounts/profile/logo';
import { pictureTooLarge, unreadableFile } from '@tessera/domain/content/media-failures';
import type { Logger } from 'pino';
import { Clock } from '../../kernel/clock.ts';
import { MediaStore } from '../../adapters/media/port.ts';
import { Refused } from '../../kernel/refused.ts';
import { loggerToken } from '../../kernel/tokens.ts';
import { PictureBroken, Pictures, PictureLimitExceeded, refusalOf } from '../../media/public.ts';

const logoPixelsMax = 25_000_000;
/** Raster formats alone: a drawing in SVG is a program. */
const formats = ['jpeg', 'png', 'webp', 'gif', 'heif'];
const tooLarge = () => pictureTooLarge({ message: `A logo can have at most ${logoPixelsMax / 1_000_000} megapixels` });

const refusalFor = (error: unknown) => {
  if (error instanceof PictureBroken) return new Refused(notAnImage());
  return error instanceof PictureLimitExceeded ? new Refused(unreadableFile()) : error;
};

/** The pictures of brands: what they send, redrawn. */
@Injectable()
export class Logos {
  constructor(
    private readonly pictures: Pictures,
    private readonly media: MediaStore,
    private readonly clock: Clock,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  /** Answers its path. Each has one of its own, so that no cache shows the one before. @throws Refused */
  async put(bytes: Buffer, accountId: string): Promise<string> {
    const path = `logos/${accountId}/${this.clock.newId()}.webp`;
    await this.media.putPreview(path, await this.#redraw(bytes, accountId));
    return path;
  }

  /** Its replacement is decided by then: a file that stays is no reason to answer that it failed. */
  async remove(path: string) {
    try {
      await this.media.deletePreview(path);
    } catch (error) {
      this.logger.error({ err: error, path }, 'the file of a replaced logo could not be deleted');
    }
  }

  /**
   * A logo redrawn: upright, within a square of 512 pixels, as WebP without any metadata. What the file is, its
   * content says.
   * @throws Refused when it is no picture, or can't be decoded to its end.
   */
  async #redraw(bytes: Buffer, accountId: string): Promise<Buffer> {
    const bounds = { formats, pixelsMax: logoPixelsMax };
    const made = await this.pictures
      .enqueue(accountId, (studio) => studio.make({ kind: 'logo', bytes, bounds }))
      .catch((error: unknown) => {
        throw refusalFor(error);
      });
    if ('refused' in made) throw new Refused(refusalOf(made, { otherType: notAnImage, tooLarge }));
    return made;
  }
}
