import { Injectable } from '@nestjs/common';
import { notAnImage } from '@tessera/domain/accounts/logo';
import { pictureTooLarge, unreadableFile } from '@tessera/domain/content/media-failures';
import { Refused } from '../kernel/refused.ts';
import { PictureBroken, Pictures, PictureUnbearable } from '../media/pictures/pictures.ts';
import { refusalOf } from '../media/pictures/refusal.ts';

const logoPixelsMax = 25_000_000;
/** Raster formats alone: a drawing in SVG is a program. */
const formats = ['jpeg', 'png', 'webp', 'gif', 'heif'];
const tooLarge = () => pictureTooLarge({ message: `A logo can have at most ${logoPixelsMax / 1_000_000} megapixels` });

const refusalFor = (error: unknown) => {
  if (error instanceof PictureBroken) return new Refused(notAnImage());
  return error instanceof PictureUnbearable ? new Refused(unreadableFile()) : error;
};

@Injectable()
export class Logos {
  constructor(private readonly pictures: Pictures) {}

  /**
   * A logo drawn anew: upright, within a square of 512 pixels, as WebP without any metadata. What the file is, its
   * content says.
   * @throws Refused when it is no picture, or can't be decoded to its end.
   */
  async drawnAnew(bytes: Buffer, accountId: string): Promise<Buffer> {
    const bounds = { formats, pixelsMax: logoPixelsMax };
    const made = await this.pictures
      .inTurn(accountId, (studio) => studio.make({ kind: 'logo', bytes, bounds }))
      .catch((error: unknown) => {
        throw refusalFor(error);
      });
    if ('refused' in made) throw new Refused(refusalOf(made, { otherType: notAnImage, tooLarge }));
    return made;
  }
}
