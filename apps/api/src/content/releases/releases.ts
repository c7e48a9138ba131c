import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { content } from '@tessera/domain/content/content';
import type { ContentPublishedData } from '@tessera/domain/content/content-events';
import { releasesOf } from '@tessera/domain/declaration';
import type { OwnContent } from '@tessera/domain/content/own-content.view';
import { notARelease } from '@tessera/domain/release';
import type { Release, ReleaseKind } from '@tessera/domain/release';
import { notFound } from '@tessera/domain/failures';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { fileTypeFromBuffer } from 'file-type';
import type { Logger } from 'pino';
import { MediaStore } from '../../adapters/media/port.ts';
import { Clock } from '../../kernel/clock.ts';
import { Dispatch } from '../../kernel/commands/dispatch.ts';
import { Refused } from '../../kernel/refused.ts';
import { loggerToken } from '../../kernel/tokens.ts';
import { ReadStore } from '../../kernel/views/port.ts';

/** Other image formats can't be opened everywhere, and office documents may contain macros. */
const extensions: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

/**
 * The documents in which the people and property owners shown in an item gave their consent. They are stored with the
 * originals, which are not public.
 */
@Injectable()
export class Releases {
  constructor(
    private readonly commands: CommandBus,
    private readonly media: MediaStore,
    private readonly views: ReadStore,
    private readonly clock: Clock,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  /** Accepts a file by the type that its content shows. @throws Refused */
  async attach(contentId: string, kind: ReleaseKind, bytes: Buffer, creatorId: string, metadata: EventMetadata) {
    const extension = extensions[(await fileTypeFromBuffer(bytes))?.mime ?? ''];
    if (extension === undefined) throw new Refused(notARelease());
    const release_id = this.clock.newId();
    const file = `${creatorId}/release-${release_id}.${extension}`;
    const release: Release = { release_id, kind, file, attached_at: this.clock.now().toISOString() };
    await this.store(file, bytes);
    try {
      return await this.decide(contentId, { kind: 'attach-release', creator_id: creatorId, release }, metadata);
    } catch (error) {
      if (error instanceof Refused) await this.delete(file);
      throw error;
    }
  }

  /** Keeps the file if the item was ever licensed, because a licensee may rely on it. @throws Refused */
  async remove(contentId: string, release_id: string, creatorId: string, metadata: EventMetadata) {
    const own = (await this.views.get<OwnContent>('own-content', contentId))?.document;
    const command = { kind: 'remove-release', creator_id: creatorId, release_id } as const;
    const removed = await this.decide(contentId, command, metadata);
    const release = own && releasesOf(own.item).find((each) => each.release_id === release_id);
    if (release && own.licenses === 0) await this.delete(release.file);
    return removed;
  }

  /** @throws Refused as not found, also when the store has lost the file */
  async open(item: ContentPublishedData, releaseId: string) {
    const release = releasesOf(item).find(({ release_id }) => release_id === releaseId);
    const stored = release && (await this.media.openOriginal(release.file));
    if (!stored) throw new Refused(notFound());
    return { release, stored };
  }

  private async decide(
    contentId: string,
    command: Extract<Parameters<typeof content.decide>[0], { kind: 'attach-release' | 'remove-release' }>,
    metadata: EventMetadata,
  ) {
    const { state, position } = await this.commands.execute(new Dispatch(content, contentId, command, metadata));
    if (state.status === 'none') throw new Refused(notFound());
    return { item: state.content, position };
  }

  private async store(key: string, bytes: Buffer) {
    const folder = await mkdtemp(join(tmpdir(), 'tessera-release-'));
    try {
      const file = join(folder, 'release');
      await writeFile(file, bytes, { mode: 0o600 });
      await this.media.putOriginal(key, file);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Only logs a failure: the decision is recorded by then, and a leftover file doesn't undo it. */
  private async delete(file: string) {
    try {
      await this.media.deleteOriginal(file);
    } catch (error) {
      this.logger.error({ err: error, file }, 'the file of a release could not be deleted');
    }
  }
}
