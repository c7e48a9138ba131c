import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import type { UnpreparedVideo } from '@tessera/domain/content/media/unprepared-videos.view';
import type { Logger } from 'pino';
import { VideoTools } from '../../adapters/video/port.ts';
import type { VideoPreviewer } from '../../adapters/video/port.ts';
import { Projections } from '../../kernel/projecting/projections.ts';
import { ReadStore } from '../../kernel/views/port.ts';
import { BackgroundWork } from '../../kernel/work/background-work.ts';
import { loggerToken } from '../../kernel/tokens.ts';
import { Pictures } from '../../media/public.ts';
import { PrepareVideo } from './prepare-video.ts';
import { stillsBy } from './stills.ts';

const pageMax = 100;
/** The pause after each failure caused by the video itself. After the last one, the video is given up. */
const retryPausesMs = [1_000, 5_000];
/** The pause after a failure of an engine or of this machine. */
const outagePauseMs = 5_000;
const viewedMaxMs = 10_000;

const ffmpegMissing =
  'This machine has no ffmpeg that can write H.264 or VP9, so previews of videos come from the browsers that upload them, ' +
  'and videos that a browser can’t read aren’t sold. Install ffmpeg, or set FFMPEG to its name or path, and restart: all ' +
  'previews are made here then.';

interface Tries {
  readonly failed: number;
  /** By `performance.now()` of this process. */
  readonly retryAtMs: number;
}

/**
 * Makes the posters and clips of published videos, one at a time, oldest first. The videos to prepare are in a view, so
 * that the work continues where it was interrupted.
 */
@Injectable()
export class PrepareVideos implements OnApplicationBootstrap {
  private readonly tries = new Map<string, Tries>();
  private previewer: VideoPreviewer | null = null;

  constructor(
    private readonly work: BackgroundWork,
    private readonly prepareVideo: PrepareVideo,
    private readonly projections: Projections,
    private readonly tools: VideoTools,
    private readonly pictures: Pictures,
    private readonly views: ReadStore,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    this.work.start({
      name: 'preparing videos',
      canDo: () => this.findPreviewer(),
      begin: () => this.clear(),
      round: ({ signal }) => this.prepareAll(signal),
    });
  }

  private async findPreviewer() {
    this.previewer = await this.tools.open(stillsBy(this.pictures));
    if (!this.previewer) this.logger.warn(ffmpegMissing);
    return this.previewer !== null;
  }

  private async clear() {
    await this.prepareVideo.clear();
    this.tries.clear();
  }

  private async prepareAll(signal: AbortSignal) {
    const { previewer } = this;
    while (previewer && !signal.aborted) {
      const video = await this.next();
      if (!video) return;
      await this.prepare(video, previewer, signal);
    }
  }

  private async next(): Promise<UnpreparedVideo | undefined> {
    const sort = { field: 'published_at', descending: false };
    const { items } = await this.views.find<UnpreparedVideo>('unprepared-videos', { sort, limit: pageMax });
    const now = performance.now();
    return items.map(({ document }) => document).find(({ content_id }) => this.triesOf(content_id).retryAtMs <= now);
  }

  private async prepare(video: UnpreparedVideo, previewer: VideoPreviewer, signal: AbortSignal) {
    const { failed } = this.triesOf(video.content_id);
    try {
      const outcome = await this.prepareVideo.makePreviews(video, previewer, signal);
      if ('reason' in outcome && this.mayTryAgain(video, outcome.detail)) return;
      const recorded = 'reason' in outcome ? { reason: outcome.reason } : outcome;
      const position = await this.prepareVideo.record(video, recorded);
      if (await this.projections.reached(position, viewedMaxMs)) this.tries.delete(video.content_id);
      else this.pause(video, failed, outagePauseMs);
    } catch (error) {
      if (signal.aborted) return;
      this.logger.error({ err: error, content: video.content_id }, 'a video could not be prepared yet; trying again');
      this.pause(video, failed, outagePauseMs);
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
    return this.tries.get(contentId) ?? { failed: 0, retryAtMs: 0 };
  }

  private pause({ content_id }: UnpreparedVideo, failed: number, pauseMs: number) {
    this.tries.set(content_id, { failed, retryAtMs: performance.now() + pauseMs });
  }
}
