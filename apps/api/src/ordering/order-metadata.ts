import type { EventMetadata } from '@tessera/domain/kernel/event';

/** Correlates everything that an order causes, across requests and restarts, by the order's id. */
export const orderMetadata = (metadata: EventMetadata, orderId: string): EventMetadata => ({
  ...metadata,
  correlation: orderId,
});
