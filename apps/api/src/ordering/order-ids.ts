import { v5 } from 'uuid';

const orderNamespace = '0b8f5d36-52b5-4a86-8f0e-6f9ad4c1e7a2';

/** The order that a brand's idempotency key stands for. No key holds a colon, so that it names no successor. */
export const orderIdOfCheckout = (brandId: string, key: string) => v5(`${brandId}:${key}`, orderNamespace);

/** The one order by which a license is renewed or upgraded: its stream is why there can't be two. */
export const orderIdOfSuccessor = (licenseId: string) => v5(`successor:${licenseId}`, orderNamespace);
