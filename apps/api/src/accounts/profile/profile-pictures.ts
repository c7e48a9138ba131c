import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { account } from '@tessera/domain/accounts/account';
import type { AccountCommand } from '@tessera/domain/accounts/account';
import { logoBytesMax, logoTooLarge, notAnImage } from '@tessera/domain/accounts/profile/logo';
import { portraitBytesMax, portraitNotAnImage, portraitTooLarge } from '@tessera/domain/accounts/profile/portrait';
import { pictureTooLarge, unreadableFile } from '@tessera/domain/content/media/media-failures';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import type { Failure } from '@tessera/domain/kernel/failure';
import type { Logger } from 'pino';
import { Clock } from '../../kernel/clock.ts';
import { MediaStore } from '../../adapters/media/port.ts';
import { fileBodyOf } from '../../http/input/file-body.ts';
import { Dispatch, Streams } from '../../kernel/commands/dispatch.ts';
import { Refused } from '../../kernel/refused.ts';
import { loggerToken } from '../../kernel/tokens.ts';
import { PictureBroken, Pictures, PictureLimitExceeded, refusalOf } from '../../media/public.ts';

type Kind = 'logo' | 'portrait';

interface Rules {
  readonly folder: string;
  /** A file must be smaller than this. */
  readonly bytesMax: number;
  readonly tooManyBytes: () => Failure;
  readonly pixelsMax: number;
  readonly wrongType: () => Failure;
  /** The subject of a sentence about it. */
  readonly subject: string;
}

const rulesOf: Readonly<Record<Kind, Rules>> = {
  logo: {
    folder: 'logos',
    bytesMax: logoBytesMax,
    tooManyBytes: logoTooLarge,
    pixelsMax: 25_000_000,
    wrongType: notAnImage,
    subject: 'A logo',
  },
  // Large enough for pictures straight from a camera or a phone.
  portrait: {
    folder: 'portraits',
    bytesMax: portraitBytesMax,
    tooManyBytes: portraitTooLarge,
    pixelsMax: 50_000_000,
    wrongType: portraitNotAnImage,
    subject: 'A portrait',
  },
};

/** Only raster formats: an SVG is a program. */
const formats = ['jpeg', 'png', 'webp', 'gif', 'heif'];

const refusalFor = (error: unknown, { wrongType }: Rules) => {
  if (error instanceof PictureBroken) return new Refused(wrongType());
  return error instanceof PictureLimitExceeded ? new Refused(unreadableFile()) : error;
};

const changeTo = (kind: Kind, path: string | null): AccountCommand =>
  kind === 'logo' ? { kind: 'change-logo', logo_url: path } : { kind: 'change-portrait', portrait_url: path };

/** The logos of brands and the portraits of creators. Each picture that is sent is redrawn. */
@Injectable()
export class ProfilePictures {
  constructor(
    private readonly commands: CommandBus,
    private readonly streams: Streams,
    private readonly pictures: Pictures,
    private readonly media: MediaStore,
    private readonly clock: Clock,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  /**
   * Stores the body of a request as the account's picture. Each picture has a path of its own, so that no cache shows the
   * former one.
   * @throws Refused
   */
  async replace(kind: Kind, request: IncomingMessage, accountId: string, metadata: EventMetadata) {
    const { bytesMax, folder, tooManyBytes } = rulesOf[kind];
    const bytes = await fileBodyOf(request, bytesMax - 1, tooManyBytes);
    const path = `${folder}/${accountId}/${this.clock.newId()}.webp`;
    await this.media.putPreview(path, await this.#redraw(kind, bytes, accountId));
    try {
      return { path, position: await this.#change(kind, accountId, path, metadata) };
    } catch (error) {
      if (error instanceof Refused) await this.#delete(path);
      throw error;
    }
  }

  /** Returns the position of the change. */
  remove(kind: Kind, accountId: string, metadata: EventMetadata): Promise<number> {
    return this.#change(kind, accountId, null, metadata);
  }

  async #change(kind: Kind, accountId: string, path: string | null, metadata: EventMetadata): Promise<number> {
    const former = await this.#current(kind, accountId);
    const { position } = await this.commands.execute(new Dispatch(account, accountId, changeTo(kind, path), metadata));
    if (former !== null && former !== path) await this.#delete(former);
    return position;
  }

  async #current(kind: Kind, accountId: string): Promise<string | null> {
    const state = await this.streams.loadPublic(account, accountId);
    if (state.status !== 'open') return null;
    if (kind === 'logo') return state.role === 'brand' ? state.logo_url : null;
    return state.role === 'creator' ? state.portrait_url : null;
  }

  /** By now the change is recorded: a file that can't be deleted is no reason to report a failure. */
  async #delete(path: string) {
    try {
      await this.media.deletePreview(path);
    } catch (error) {
      this.logger.error({ err: error, path }, 'the file of a replaced picture could not be deleted');
    }
  }

  /**
   * Redraws a picture: upright, within a square of 512 pixels, which a portrait fills, as WebP without any metadata. The
   * content of the file determines its type.
   * @throws Refused if it is not a picture, has too many pixels, or can't be decoded completely
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
      pictureTooLarge({ message: `${rules.subject} can have at most ${rules.pixelsMax / 1_000_000} megapixels` });
    if ('refused' in made) throw new Refused(refusalOf(made, { otherType: rules.wrongType, tooLarge }));
    return made;
  }
}
