export const licenseTypes = ['one_time', 'six_month', 'perpetual'] as const;
export type LicenseType = (typeof licenseTypes)[number];

export const isLicenseType = (value: unknown): value is LicenseType => licenseTypes.some((type) => type === value);

/** Labels on cards and in selectors. */
export const licenseTypeLabels: Readonly<Record<LicenseType, string>> = {
  one_time: 'One-time Use',
  six_month: '6-Month License',
  perpetual: 'Perpetual License',
};

/** Titles in agreements and on dashboards. */
export const licenseTypeTitles: Readonly<Record<LicenseType, string>> = {
  ...licenseTypeLabels,
  one_time: 'One-Time Use',
};

/** A creator's price for each license type, in cents; null for types not offered. */
export type Offers = Readonly<Record<LicenseType, number | null>>;

/** The upload form's initial prices, in cents. */
export const defaultPricesCents: Readonly<Record<LicenseType, number>> = {
  one_time: 2_500,
  six_month: 25_000,
  perpetual: 50_000,
};
