import type { EventMetadata } from '@tessera/domain/kernel/event';

/** Everything an order brings about, over whatever requests and restarts, is found under the order's id. */
export const orderMetadata = (metadata: EventMetadata, orderId: string): EventMetadata => ({
  ...metadata,
  correlation: orderId,
});
