import type { Declaration } from '../declaration.ts';
import { defineEvent } from '../kernel/event.ts';
import type { Release } from '../release.ts';

interface ContentDeclaredData {
  readonly content_id: string;
  readonly creator_id: string;
  readonly declared: Declaration;
}

interface ReleaseAttachedData {
  readonly content_id: string;
  readonly creator_id: string;
  readonly release: Release;
}

interface ReleaseRemovedData {
  readonly content_id: string;
  readonly creator_id: string;
  readonly release_id: string;
}

/** What is said of it from then on; licenses of before keep what was said when they were bought. */
export const contentDeclared = defineEvent<ContentDeclaredData>()('ContentDeclared', {
  audit: () => 'A creator said what an item shows and what it may be used for.',
});
export const releaseAttached = defineEvent<ReleaseAttachedData>()('ReleaseAttached', {
  audit: ({ release }) => `A creator attached a ${release.kind} release to an item.`,
});
/** No license of before loses it. */
export const releaseRemoved = defineEvent<ReleaseRemovedData>()('ReleaseRemoved', {
  audit: () => 'A creator removed a release from an item.',
});
