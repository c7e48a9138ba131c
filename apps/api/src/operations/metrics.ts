import { Inject, Injectable } from '@nestjs/common';
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { FollowerService } from '../kernel/follower.service.ts';
import { LiveGateway } from '../kernel/live.gateway.ts';

const secondBuckets = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What an operator watches, in Prometheus' terms. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  readonly requests = new Histogram({
    name: 'tessera_http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'status'] as const,
    buckets: secondBuckets,
    registers: [this.registry],
  });

  constructor(@Inject(FollowerService) follower: FollowerService, @Inject(LiveGateway) live: LiveGateway) {
    collectDefaultMetrics({ register: this.registry });
    new Gauge({
      name: 'tessera_view_lag_events',
      help: 'Events in the log that a view has not folded yet',
      labelNames: ['view'],
      registers: [this.registry],
      async collect() {
        for (const { view, lag } of await follower.status()) this.set({ view }, lag);
      },
    });
    new Gauge({
      name: 'tessera_parked_events',
      help: 'Events that a view could not fold and set aside',
      labelNames: ['view'],
      registers: [this.registry],
      async collect() {
        for (const { view, parked } of await follower.status()) this.set({ view }, parked);
      },
    });
    new Gauge({
      name: 'tessera_live_sockets',
      help: 'Open live connections',
      registers: [this.registry],
      collect() {
        this.set(live.connections());
      },
    });
  }
}
