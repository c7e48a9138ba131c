import { defineView, on } from '../kernel/view.ts';
import { accountDeleted, brandRegistered, creatorRegistered } from '../accounts/account.ts';
import { contentPublished, contentRelisted, contentWithdrawn } from '../content/content.ts';
import { licenseGranted } from '../licensing/license.ts';
import { contentReported, reportClosed } from '../reports/report.ts';
import { noCounts, platformKey } from './counts.ts';
import type { PlatformCounts } from './counts.ts';

const platform = () => platformKey;

const plus = (document: PlatformCounts | undefined, count: keyof PlatformCounts, added: 1 | -1): PlatformCounts => {
  const before = document ?? noCounts;
  return { ...before, [count]: before[count] + added };
};

const plusOne = (count: keyof PlatformCounts) => (document: PlatformCounts | undefined) => plus(document, count, 1);

export const platformCounts = defineView<PlatformCounts>({
  name: 'platform-counts',
  version: 4,
  on: [
    on(creatorRegistered, platform, plusOne('creators')),
    on(brandRegistered, platform, plusOne('brands')),
    on(contentPublished, platform, plusOne('content')),
    on(contentWithdrawn, platform, (document) => plus(document, 'content', -1)),
    on(contentRelisted, platform, plusOne('content')),
    on(accountDeleted, platform, (document, { role }) =>
      plus(document, role === 'creator' ? 'creators' : 'brands', -1),
    ),
    on(licenseGranted, platform, plusOne('licenses')),
    on(contentReported, platform, plusOne('open_reports')),
    on(reportClosed, platform, (document) => plus(document, 'open_reports', -1)),
  ],
  live: { mayWatch: (reader) => reader.role === 'admin' },
});
