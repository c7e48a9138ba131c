import type { Declaration } from '../declaration.ts';
import { defineEvent } from '../kernel/event.ts';
import type { Release } from '../release.ts';

export interface OfContent {
  readonly content_id: string;
  readonly creator_id: string;
}

/** The item's declaration from now on; earlier licenses keep the declaration they were bought with. */
export const contentDeclared = defineEvent<OfContent & { readonly declared: Declaration }>()('ContentDeclared', {
  audit: () => 'A creator declared what an item shows and what it may be used for.',
});
export const releaseAttached = defineEvent<OfContent & { readonly release: Release }>()('ReleaseAttached', {
  audit: ({ release }) => `A creator attached a ${release.kind} release to an item.`,
});
/** Earlier licenses keep the release. */
export const releaseRemoved = defineEvent<OfContent & { readonly release_id: string }>()('ReleaseRemoved', {
  audit: () => 'A creator removed a release from an item.',
});
