/** A refund's name at the gateway: the same for the same refund, whoever asks and whenever. */
export const refundKeyOf = (licenseId: string, refundNumber: number) => `refund:${licenseId}:${refundNumber}`;

const keyPattern = /^refund:(.+):(\d+)$/u;

/** Null for what is no key of ours: a refund that was made at the gateway itself. */
export const refundOfKey = (key: string | null) => {
  const [, licenseId, refundNumber] = keyPattern.exec(key ?? '') ?? [];
  return licenseId === undefined ? null : { licenseId, refundNumber: Number(refundNumber) };
};
