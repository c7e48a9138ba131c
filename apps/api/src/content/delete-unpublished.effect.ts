import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { content } from '@tessera/domain/content/content';
import { Clock } from '../kernel/clock.ts';
import { Streams } from '../kernel/commands/dispatch.ts';
import { BackgroundWork } from '../kernel/work/background-work.ts';
import { contentIdOf, MediaLibrary } from '../media/public.ts';

const everyMs = 60_000;

/** Deletes finished uploads that weren't published within a day. */
@Injectable()
export class DeleteUnpublished implements OnApplicationBootstrap {
  private nextRunAtMs = 0;

  constructor(
    private readonly work: BackgroundWork,
    private readonly library: MediaLibrary,
    private readonly streams: Streams,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap() {
    this.work.start({ name: 'deleting unpublished uploads', round: ({ signal }) => this.runWhenDue(signal) });
  }

  private async runWhenDue(signal: AbortSignal) {
    const nowMs = this.clock.now().getTime();
    if (nowMs < this.nextRunAtMs) return;
    await this.library.deleteUnpublished((uploadId) => this.isPublished(uploadId), signal);
    this.nextRunAtMs = nowMs + everyMs;
  }

  /** Reads the log, because a view may be a moment behind. */
  private async isPublished(uploadId: string) {
    const { status } = await this.streams.loadPublic(content, contentIdOf(uploadId));
    return status !== 'none';
  }
}
