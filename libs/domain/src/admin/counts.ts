/** The platform's totals, in a file of their own so that the admin's pages can show them without importing any event. */
export interface PlatformCounts {
  readonly creators: number;
  readonly brands: number;
  readonly content: number;
  readonly licenses: number;
  /** Reports of items that are not closed yet. */
  readonly open_reports: number;
}

export const platformKey = 'platform';
export const noCounts: PlatformCounts = { creators: 0, brands: 0, content: 0, licenses: 0, open_reports: 0 };
