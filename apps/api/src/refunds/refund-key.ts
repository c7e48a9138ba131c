/** The key that names a refund at the gateway. It is always the same for the same refund. */
export const refundKeyOf = (licenseId: string, refundNumber: number) => `refund:${licenseId}:${refundNumber}`;

const keyPattern = /^refund:(.+):(\d+)$/u;

/** Null if the key isn't ours, because the refund was made at the gateway itself. */
export const refundOfKey = (key: string | null) => {
  const [, licenseId, refundNumber] = keyPattern.exec(key ?? '') ?? [];
  return licenseId === undefined ? null : { licenseId, refundNumber: Number(refundNumber) };
};
