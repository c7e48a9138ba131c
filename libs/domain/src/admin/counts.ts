/** The platform's totals, in a file of their own so that the admin's pages can show them without importing any event. */
export interface PlatformCounts {
  readonly creators: number;
  readonly brands: number;
  readonly content: number;
  readonly licenses: number;
}

/** Nobody needs to know how many more tasks wait. */
export const taskCountMax = 1_000;

export const platformKey = 'platform';
export const noCounts: PlatformCounts = { creators: 0, brands: 0, content: 0, licenses: 0 };
