import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Gauge, Histogram, collectDefaultMetrics } from 'prom-client';
import type { Registry } from 'prom-client';
import { LiveGateway } from '../kernel/live/live.gateway.ts';
import { Measures, secondBuckets } from '../kernel/observe/measures.ts';
import { Projections } from '../kernel/projecting/projections.ts';
import type { ReportedStatus } from '../kernel/projecting/projections.ts';

/** How long a scrape waits for the stores before it answers without what only they know. */
const statusMaxMs = 500;

/** The metrics for operators: what the kernel measures, and what is looked up at each scrape. */
@Injectable()
export class Metrics {
  readonly registry: Registry;
  readonly requests: Histogram<'method' | 'status'>;
  private pendingStatus: Promise<readonly ReportedStatus[]> | null = null;

  constructor(
    @Inject(Measures) { registry }: Measures,
    @Inject(Projections) private readonly projections: Projections,
    @Inject(LiveGateway) live: LiveGateway,
  ) {
    this.registry = registry;
    const registers = [registry];
    collectDefaultMetrics({ register: registry });
    this.requests = new Histogram({
      name: 'tessera_http_request_seconds',
      help: 'Time to answer a request',
      labelNames: ['method', 'status'] as const,
      buckets: secondBuckets,
      registers,
    });
    new Gauge({
      name: 'tessera_live_sockets',
      help: 'Open live connections',
      registers,
      collect() {
        this.set(live.connections());
      },
    });
    this.watchViews(registers);
  }

  private watchViews(registers: Registry[]) {
    const status = () => this.status();
    new Gauge({
      name: 'tessera_view_lag',
      help: 'Positions of the log that a view or workflow has not processed yet; absent while the stores do not answer',
      labelNames: ['view'],
      registers,
      async collect() {
        const rows = await status();
        this.reset();
        for (const { view, lag } of rows ?? []) this.set({ view }, lag);
      },
    });
    new Gauge({
      name: 'tessera_parked_events',
      help: 'Events that a view or workflow set aside; absent while the stores do not answer',
      labelNames: ['consumer'],
      registers,
      async collect() {
        const rows = await status();
        this.reset();
        for (const { view, parked } of rows ?? []) this.set({ consumer: view }, parked);
      },
    });
    new Gauge({
      name: 'tessera_view_status_known',
      help: '1 when the stores reported how far the views are, 0 when they did not answer in time',
      registers,
      async collect() {
        this.set((await status()) === null ? 0 : 1);
      },
    });
  }

  /** Concurrent scrapes share one query; null if it isn't answered in time. */
  private status(): Promise<readonly ReportedStatus[] | null> {
    this.pendingStatus ??= this.projections.status().finally(() => (this.pendingStatus = null));
    const answer = this.pendingStatus.catch(() => null);
    return Promise.race([answer, delay(statusMaxMs, null, { ref: false })]);
  }
}
