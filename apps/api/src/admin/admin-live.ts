import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { LiveEvents } from '@tessera/contract/admin';
import type { Logger } from 'pino';
import { Clock } from '../kernel/clock.ts';
import { EventStore } from '../kernel/log/port.ts';
import type { Subscription } from '../kernel/log/port.ts';
import { Projections } from '../kernel/projecting/projections.ts';
import { LiveGateway } from '../kernel/live/live.gateway.ts';
import { loggerToken } from '../kernel/tokens.ts';
import { summaryOf } from './event-summary.ts';
import { viewList } from './view-rows.ts';

const everything = 'all';
const statusEveryMs = 200;
const eventBatchMax = 200;

/** What admins can watch live apart from views: the log as it grows, and how far each view has folded it. */
@Injectable()
export class AdminLive implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | null = null;
  private subscription: Subscription | null = null;

  constructor(
    private readonly live: LiveGateway,
    private readonly projections: Projections,
    private readonly events: EventStore,
    private readonly clock: Clock,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap() {
    const mayWatch = ({ role }: { role: string }) => role === 'admin';
    this.live.addSource('event-log', {
      mayWatch,
      current: async () => ({ position: await this.events.head(), value: { items: [] } satisfies LiveEvents }),
    });
    this.live.addSource('view-status', { mayWatch, current: () => this.status() });
    this.subscription = this.events.follow({ after: await this.events.head(), batchMax: eventBatchMax }, (batch) => {
      const position = batch.at(-1)?.position;
      if (position === undefined || !this.live.isWatched('event-log', everything)) return;
      const value: LiveEvents = { items: batch.map(summaryOf).reverse() };
      this.live.publishHere('event-log', everything, { position, value });
    });
    this.timer = setInterval(() => void this.publishStatus(), statusEveryMs);
  }

  async onApplicationShutdown() {
    if (this.timer) clearInterval(this.timer);
    await this.subscription?.stop();
  }

  /** The status also changes while the log doesn't grow, so the time serves as its position. */
  private async status() {
    return { position: this.clock.now().getTime(), value: await viewList(this.projections) };
  }

  private async publishStatus() {
    if (!this.live.isWatched('view-status', everything)) return;
    try {
      this.live.publishHere('view-status', everything, await this.status());
    } catch (error) {
      this.logger.error({ err: error }, 'the status of the views could not be read');
    }
  }
}
