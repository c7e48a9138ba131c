import { v5 } from 'uuid';

const orderNamespace = '0b8f5d36-52b5-4a86-8f0e-6f9ad4c1e7a2';

/** The order for a brand's idempotency key. Keys have no colons, so the id never clashes with a successor's. */
export const orderIdOfCheckout = (brandId: string, key: string) => v5(`${brandId}:${key}`, orderNamespace);

/** The one order that renews or upgrades a license. Both use the same stream, so there can't be two. */
export const orderIdOfSuccessor = (licenseId: string) => v5(`successor:${licenseId}`, orderNamespace);
