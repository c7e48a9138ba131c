import { randomUUID } from 'node:crypto';
import type { EventStore } from '../../../apps/api/src/kernel/log/port.ts';
import type { EventStoreDbDouble } from '../doubles/eventstoredb-double/double.ts';

export const sold = () => ({
  id: randomUUID(),
  type: 'Sold',
  version: 1,
  data: {},
  metadata: { actor: 'system', correlation: 'leader', causation: null },
});

/** The address of a cluster whose members are these. */
export const addressOf = (...doubles: readonly { readonly url: string }[]) =>
  `esdb://${doubles.map(({ url }) => new URL(url).host).join(',')}?tls=false`;

/** Appends an event to the log of a node that no client is connected to. */
export const storeAt = (double: EventStoreDbDouble, stream: string) => {
  const data = Buffer.from('{}');
  const metadata = Buffer.from(JSON.stringify({ version: 1 }));
  double.log.append(stream, -1, [{ id: randomUUID(), type: 'Sold', contentType: 'application/json', data, metadata }]);
};

/** Follows a log from its beginning; `streams` grows by the stream of each event. */
export const followedStreams = (followed: EventStore) => {
  const streams: string[] = [];
  const subscription = followed.follow({ after: -1, batchMax: 10 }, (events) => {
    streams.push(...events.map(({ stream }) => stream));
  });
  return { subscription, streams };
};
