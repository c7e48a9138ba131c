import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { logoBytesMax, logoTooLarge, notAnImage } from '@tessera/domain/accounts/profile/logo';
import { portraitBytesMax, portraitNotAnImage, portraitTooLarge } from '@tessera/domain/accounts/profile/portrait';
import { pictureTooLarge, unreadableFile } from '@tessera/domain/content/media/media-failures';
import type { Failure } from '@tessera/domain/kernel/failure';
import type { Logger } from 'pino';
import { Clock } from '../../kernel/clock.ts';
import { MediaStore } from '../../adapters/media/port.ts';
import { fileBodyOf } from '../../http/input/file-body.ts';
import { Refused } from '../../kernel/refused.ts';
import { loggerToken } from '../../kernel/tokens.ts';
import { PictureBroken, Pictures, PictureLimitExceeded, refusalOf } from '../../media/public.ts';

type Kind = 'logo' | 'portrait';

interface Rules {
  readonly folder: string;
  /** What is sent has fewer. */
  readonly bytesMax: number;
  readonly tooManyBytes: () => Failure;
  readonly pixelsMax: number;
  readonly otherType: () => Failure;
  /** As a sentence begins with it. */
  readonly called: string;
}

const rulesOf: Readonly<Record<Kind, Rules>> = {
  logo: {
    folder: 'logos',
    bytesMax: logoBytesMax,
    tooManyBytes: logoTooLarge,
    pixelsMax: 25_000_000,
    otherType: notAnImage,
    called: 'A logo',
  },
  // As a camera or a phone makes it.
  portrait: {
    folder: 'portraits',
    bytesMax: portraitBytesMax,
    tooManyBytes: portraitTooLarge,
    pixelsMax: 50_000_000,
    otherType: portraitNotAnImage,
    called: 'A portrait',
  },
};

/** Raster formats alone: a drawing in SVG is a program. */
const formats = ['jpeg', 'png', 'webp', 'gif', 'heif'];

const refusalFor = (error: unknown, { otherType }: Rules) => {
  if (error instanceof PictureBroken) return new Refused(otherType());
  return error instanceof PictureLimitExceeded ? new Refused(unreadableFile()) : error;
};

/** The pictures of brands and creators themselves: what they send, redrawn. */
@Injectable()
export class ProfilePictures {
  constructor(
    private readonly pictures: Pictures,
    private readonly media: MediaStore,
    private readonly clock: Clock,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  /**
   * Keeps the body of a request, and answers its path. Each has one of its own, so that no cache shows the one before.
   * @throws Refused
   */
  async put(kind: Kind, request: IncomingMessage, accountId: string): Promise<string> {
    const { bytesMax, folder, tooManyBytes } = rulesOf[kind];
    const bytes = await fileBodyOf(request, bytesMax - 1, tooManyBytes);
    const path = `${folder}/${accountId}/${this.clock.newId()}.webp`;
    await this.media.putPreview(path, await this.#redraw(kind, bytes, accountId));
    return path;
  }

  /** Its replacement is decided by then: a file that stays is no reason to answer that it failed. */
  async remove(path: string) {
    try {
      await this.media.deletePreview(path);
    } catch (error) {
      this.logger.error({ err: error, path }, 'the file of a replaced picture could not be deleted');
    }
  }

  /**
   * The picture redrawn: upright, within a square of 512 pixels, which a portrait fills, as WebP without any metadata.
   * What the file is, its content says.
   * @throws Refused when it is no picture, or can't be decoded to its end.
   */
  async #redraw(kind: Kind, bytes: Buffer, accountId: string): Promise<Buffer> {
    const rules = rulesOf[kind];
    const bounds = { formats, pixelsMax: rules.pixelsMax };
    const made = await this.pictures
      .enqueue(accountId, (maker) => maker.make({ kind, bytes, bounds }))
      .catch((error: unknown) => {
        throw refusalFor(error, rules);
      });
    const tooLarge = () =>
      pictureTooLarge({ message: `${rules.called} can have at most ${rules.pixelsMax / 1_000_000} megapixels` });
    if ('refused' in made) throw new Refused(refusalOf(made, { otherType: rules.otherType, tooLarge }));
    return made;
  }
}
