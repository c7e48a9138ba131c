/** What there is on the platform, apart from what counts it: pages of the admin show it without knowing a single event. */
export interface PlatformCounts {
  readonly creators: number;
  readonly brands: number;
  readonly content: number;
  readonly licenses: number;
  /** Reports of items that nobody has closed yet. */
  readonly open_reports: number;
}

export const platformKey = 'platform';
export const noCounts: PlatformCounts = { creators: 0, brands: 0, content: 0, licenses: 0, open_reports: 0 };
