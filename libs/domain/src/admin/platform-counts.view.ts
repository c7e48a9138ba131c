import { defineView, on } from '../kernel/view.ts';
import { brandRegistered, creatorRegistered } from '../accounts/account.ts';
import { contentPublished } from '../content/content.ts';
import { licenseGranted } from '../licensing/license.ts';

export interface PlatformCounts {
  readonly creators: number;
  readonly brands: number;
  readonly content: number;
  readonly licenses: number;
}

export const platformKey = 'platform';
export const noCounts: PlatformCounts = { creators: 0, brands: 0, content: 0, licenses: 0 };

const plusOne =
  (count: keyof PlatformCounts) =>
  (document: PlatformCounts = noCounts): PlatformCounts => ({ ...document, [count]: document[count] + 1 });

export const platformCounts = defineView<PlatformCounts>({
  name: 'platform-counts',
  version: 1,
  on: [
    on(creatorRegistered, () => platformKey, plusOne('creators')),
    on(brandRegistered, () => platformKey, plusOne('brands')),
    on(contentPublished, () => platformKey, plusOne('content')),
    on(licenseGranted, () => platformKey, plusOne('licenses')),
  ],
  live: { mayWatch: (reader) => reader.role === 'admin' },
});
