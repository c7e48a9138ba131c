import { randomBytes } from 'node:crypto';
import type { NewEvent } from '../../apps/api/src/kernel/log/port.ts';

export const eventTypes = [
  'ContentPublished',
  'OrderPlaced',
  'PaymentCaptured',
  'LicenseGranted',
  'AgreementIssued',
  'Liked',
];

const uuidV7 = (): string => {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

const actors = Array.from({ length: 1_000 }, uuidV7);

/** About 650 bytes, including its metadata. */
export const eventOf = (index: number): NewEvent => ({
  id: uuidV7(),
  type: eventTypes[index % eventTypes.length]!,
  version: 1,
  data: {
    licenseId: actors[(index * 7) % actors.length],
    contentId: actors[(index * 11) % actors.length],
    title: `Sunset over the quiet harbour ${index}`,
    licenseType: 'six_month',
    priceCents: 25_000 + (index % 100),
    currency: 'USD',
    commissionCents: 5_000,
    tags: ['sea', 'sunset', 'boats', 'calm'],
    terms: 'standard-3',
    note: 'x'.repeat(150),
  },
  metadata: { actor: actors[index % actors.length]!, correlation: uuidV7(), causation: null },
});
