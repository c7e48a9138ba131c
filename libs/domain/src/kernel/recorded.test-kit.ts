import type { DomainEvent, RecordedEvent } from './event.ts';

/** Turns decided events into recorded ones, as a store would. For tests of views. */
export const recorded = (
  events: readonly (DomainEvent & { readonly stream?: string })[],
  recordedAt = '2026-11-21T10:00:00.000Z',
): readonly RecordedEvent[] =>
  events.map(({ type, data, stream = 'stream-1' }, position) => ({
    id: `00000000-0000-7000-8000-${String(position).padStart(12, '0')}`,
    type,
    data,
    stream,
    position,
    revision: position,
    version: 1,
    recordedAt,
    metadata: { actor: 'system', correlation: 'test', causation: null },
  }));
