import { defineView, on } from '../kernel/view.ts';
import { accountDeleted, brandRegistered, creatorRegistered } from '../accounts/account-events.ts';
import { contentPublished, contentRelisted, contentWithdrawn } from '../content/content-events.ts';
import { licenseGranted } from '../licensing/license.ts';
import { noCounts, platformKey } from './counts.ts';
import type { PlatformCounts } from './counts.ts';

const platform = () => platformKey;

const added =
  (count: keyof PlatformCounts, more: 1 | -1) =>
  (before: PlatformCounts = noCounts): PlatformCounts => ({ ...before, [count]: before[count] + more });

export const platformCounts = defineView<PlatformCounts>({
  name: 'platform-counts',
  version: 5,
  on: [
    on(creatorRegistered, platform, added('creators', 1)),
    on(brandRegistered, platform, added('brands', 1)),
    on(contentPublished, platform, added('content', 1)),
    on(contentWithdrawn, platform, added('content', -1)),
    on(contentRelisted, platform, added('content', 1)),
    on(accountDeleted, platform, (document, { role }) =>
      added(role === 'creator' ? 'creators' : 'brands', -1)(document),
    ),
    on(licenseGranted, platform, added('licenses', 1)),
  ],
  live: { mayWatch: (reader) => reader.role === 'admin' },
});
