import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { UnpreparedVideo } from '@tessera/domain/content/unprepared-videos.view';
import type { Logger } from 'pino';
import type { FilmMaker, OpenFilmMaker } from '../adapters/film/port.ts';
import type { Config } from '../config.ts';
import type { Leases } from '../kernel/lease.ts';
import { Projections } from '../kernel/projections.ts';
import type { ReadStore } from '../kernel/read-store/port.ts';
import { configToken, leasesToken, loggerToken, openFilmMakerToken, readStoreToken } from '../kernel/tokens.ts';
import { PrepareVideo } from './prepare-video.ts';

const everyMs = 1_000;
const pageMax = 100;
/** After each failure that is the video's own; after the last one it is given up. */
const retryPausesMs = [1_000, 5_000];
/** After a failure of a store, or of this machine. */
const awayPauseMs = 5_000;
const viewedMaxMs = 10_000;

const withoutFfmpeg =
  'There is no ffmpeg on this machine that can write H.264 or VP9: videos keep a neutral picture. Install ffmpeg, or ' +
  'name one in FFMPEG, and start again; the videos that wait are prepared then.';

interface Tries {
  readonly failed: number;
  /** On this process' own clock. */
  readonly againAtMs: number;
}

/**
 * Gives published videos their still picture and their short film, one at a time, oldest first. What it has to do
 * stands in a view, so that it goes on wherever it was interrupted. Among several processes one does it for all.
 */
@Injectable()
export class PrepareVideos implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private readonly tries = new Map<string, Tries>();

  constructor(
    private readonly prepareVideo: PrepareVideo,
    private readonly projections: Projections,
    @Inject(openFilmMakerToken) private readonly openFilmMaker: OpenFilmMaker,
    @Inject(leasesToken) private readonly leases: Leases,
    @Inject(readStoreToken) private readonly views: ReadStore,
    @Inject(configToken) private readonly config: Config,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  /** Doesn't hold up the start. */
  onApplicationBootstrap() {
    if (this.config.role === 'api') return;
    this.running = this.run();
    this.running.catch((error: unknown) => {
      this.logger.fatal({ err: error }, 'videos can’t be prepared without the views; restart the service');
    });
  }

  async onApplicationShutdown() {
    this.stopping.abort();
    await this.running.catch(() => undefined);
  }

  private async run() {
    const maker = await this.openFilmMaker();
    if (!maker) return this.logger.warn(withoutFfmpeg);
    await this.leases.keep('preparing videos', this.stopping.signal, ({ signal }) => this.prepareAll(maker, signal));
  }

  private async prepareAll(maker: FilmMaker, signal: AbortSignal) {
    await this.projections.caughtUp;
    await this.prepareVideo.clear();
    this.tries.clear();
    while (!signal.aborted) {
      const video = await this.next(signal);
      if (video) await this.prepare(video, maker, signal);
      else await delay(everyMs, undefined, { signal }).catch(() => undefined);
    }
  }

  private async next(signal: AbortSignal): Promise<UnpreparedVideo | undefined> {
    try {
      const sort = { field: 'published_at', descending: false };
      const { items } = await this.views.find<UnpreparedVideo>('unprepared-videos', { sort, limit: pageMax });
      const now = performance.now();
      return items.map(({ document }) => document).find(({ content_id }) => this.triesOf(content_id).againAtMs <= now);
    } catch (error) {
      if (!signal.aborted)
        this.logger.error({ err: error }, 'no view tells which videos to prepare; trying again in a second');
      return undefined;
    }
  }

  private async prepare(video: UnpreparedVideo, maker: FilmMaker, signal: AbortSignal) {
    const { failed } = this.triesOf(video.content_id);
    try {
      const outcome = await this.prepareVideo.film(video, maker, signal);
      if ('reason' in outcome && this.mayTryAgain(video, outcome.detail)) return;
      const recorded = 'reason' in outcome ? { reason: outcome.reason } : outcome;
      const position = await this.prepareVideo.record(video, recorded);
      if (await this.projections.reached(position, viewedMaxMs)) this.tries.delete(video.content_id);
      else this.pause(video, failed, awayPauseMs);
    } catch (error) {
      if (signal.aborted) return;
      this.logger.error({ err: error, content: video.content_id }, 'a video could not be prepared yet; trying again');
      this.pause(video, failed, awayPauseMs);
    }
  }

  private mayTryAgain(video: UnpreparedVideo, detail: string): boolean {
    const { content_id: content } = video;
    const failed = this.triesOf(content).failed + 1;
    const pauseMs = retryPausesMs[failed - 1];
    this.logger.warn(
      { content, attempt: failed, detail },
      `a video could not be prepared${pauseMs ? '' : '; given up'}`,
    );
    if (pauseMs === undefined) return false;
    this.pause(video, failed, pauseMs);
    return true;
  }

  private triesOf(contentId: string): Tries {
    return this.tries.get(contentId) ?? { failed: 0, againAtMs: 0 };
  }

  private pause({ content_id }: UnpreparedVideo, failed: number, pauseMs: number) {
    this.tries.set(content_id, { failed, againAtMs: performance.now() + pauseMs });
  }
}
