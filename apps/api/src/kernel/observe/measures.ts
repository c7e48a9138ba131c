import { Counter, Gauge, Histogram, Registry } from 'prom-client';

export const secondBuckets = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The kernel's Prometheus metrics; each service has its own registry. */
export class Measures {
  readonly registry = new Registry();

  readonly appends = new Histogram({
    name: 'tessera_append_seconds',
    help: 'Time until an append was durable, or refused',
    labelNames: ['engine', 'outcome'] as const,
    buckets: secondBuckets,
    registers: [this.registry],
  });

  readonly appendQueue = new Gauge({
    name: 'tessera_append_queue',
    help: 'Appends waiting or in progress',
    registers: [this.registry],
  });

  readonly foldedEvents = new Counter({
    name: 'tessera_folded_events_total',
    help: 'Events that a view has folded live, not counting replays',
    labelNames: ['view'] as const,
    registers: [this.registry],
  });

  readonly folds = new Histogram({
    name: 'tessera_fold_seconds',
    help: 'Time to fold a batch of events and commit it',
    buckets: secondBuckets,
    registers: [this.registry],
  });

  readonly leasesHeld = new Gauge({
    name: 'tessera_leases_held',
    help: 'Leases that this process holds: views it folds, workflows it runs',
    registers: [this.registry],
  });

  readonly gatewayCalls = new Histogram({
    name: 'tessera_gateway_calls_seconds',
    help: 'Time until the payment gateway answered a call',
    labelNames: ['gateway', 'outcome'] as const,
    buckets: secondBuckets,
    registers: [this.registry],
  });
}
