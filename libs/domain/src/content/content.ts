import type { Decider } from '../kernel/decider.ts';
import { assertNever } from '../kernel/decider.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import { defineFailure } from '../kernel/failure.ts';
import { notFound } from '../failures.ts';
import type { Offers } from '../license-types.ts';
import {
  changedDeclaration,
  withDeclaration,
  declarationOf,
  isSameDeclaration,
  releasesOf,
  withoutRelease,
  withRelease,
} from '../declaration.ts';
import type { Declaration } from '../declaration.ts';
import { releasesMax, tooManyReleases } from '../release.ts';
import type { Release } from '../release.ts';
import { contentDeclared, releaseAttached, releaseRemoved } from './declaration-events.ts';
import type { OfContent } from './declaration-events.ts';
import type { Measures } from './media/measures.ts';

export const withdrawnFromSale = defineFailure(
  'withdrawn_from_sale',
  'Withdrawn from sale',
  'Put the item back on sale before you edit it.',
);

export const mediaTypes = ['image', 'video'] as const;
export type MediaType = (typeof mediaTypes)[number];

/** The stored media of an item. The original is private; `media_url` is the path of the public preview. */
export interface Media {
  readonly media_url: string;
  readonly media_type: MediaType;
  /** The preview's size in pixels, so that a page can reserve the space. */
  readonly width: number;
  readonly height: number;
  /** A tiny blurred picture as a data URL, shown until the preview has loaded. */
  readonly placeholder: string;
  /** Hash of the original's bytes, in hex. */
  readonly sha256: string;
  /** The original's private path in the media store. */
  readonly original: string;
  /** In pixels, ascending: the preview also exists as AVIF and WebP at each of these widths, see `renditionOf`. */
  readonly widths: readonly number[];
  /** The path of a short, silent, watermarked clip; null for a photo, and for a video that isn't prepared yet. */
  readonly clip_url: string | null;
}

/** Replaces the neutral placeholder picture once a video is prepared. */
export type VideoPreview = Pick<Media, 'media_url' | 'width' | 'height' | 'placeholder' | 'widths'> & {
  readonly clip_url: string;
};

/** The part of an item that its creator can change later. */
export interface Listing {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly offers: Offers;
}

export interface ContentPublishedData extends OfContent, Listing {
  readonly media: Media;
  readonly brand_name: string;
  readonly brand_url: string;
  readonly product_urls: readonly string[];
  readonly notes: string;
  /** ISO 8601. */
  readonly published_at: string;
  /** Missing if it was published before creators were asked: see `declarationOf`. */
  readonly declared?: Declaration | undefined;
  /** Missing if there are none. */
  readonly releases?: readonly Release[] | undefined;
}

interface VideoNotPreparedData extends OfContent {
  /** A sentence for its creator. */
  readonly reason: string;
}

/** What the creator wrote or drew, which is erased along with their account. */
const textsOfItem = ['title', 'description', 'tags', 'brand_name', 'brand_url', 'product_urls', 'notes'] as const;
const creatorOf = (data: OfContent) => data.creator_id;
const personalOfItem = { account: creatorOf, fields: [...textsOfItem, 'media.placeholder'] } as const;
const unchanged = (data: Record<string, unknown>) => data;

export const contentPublished = defineEvent<ContentPublishedData>()('ContentPublished', {
  version: 5,
  upcasts: {
    // The creator's name is stored only with the account, so that it can be forgotten.
    1: ({ creator_name: _name, ...data }) => data,
    // Its preview exists in one size only.
    2: ({ media, ...data }) => ({ ...data, media: { ...(media as object), widths: [], clip_url: null } }),
    // Its texts aren't encrypted.
    3: unchanged,
    // Creators weren't asked what it shows.
    4: unchanged,
  },
  personal: personalOfItem,
  audit: () => 'An item was published by its creator.',
});
export const contentEdited = defineEvent<OfContent & Listing>()('ContentEdited', {
  version: 2,
  upcasts: { 1: unchanged },
  personal: { account: creatorOf, fields: ['title', 'description', 'tags'] },
  audit: () => 'An item was edited by its creator.',
});
/** The item leaves the marketplace; its licenses are unaffected. */
export const contentWithdrawn = defineEvent<OfContent>()('ContentWithdrawn', {
  audit: () => 'An item left the marketplace.',
});
/** The item is for sale again. The event carries all of it, for views that dropped it when it left. */
export const contentRelisted = defineEvent<ContentPublishedData>()('ContentRelisted', {
  version: 3,
  upcasts: { 1: unchanged, 2: unchanged },
  personal: personalOfItem,
  audit: () => 'An item returned to the marketplace.',
});
/** The creator's account was deleted, and with it everything written about the item. Its licenses are unaffected. */
export const contentErased = defineEvent<OfContent>()('ContentErased', {
  audit: () => 'The text of an item was erased along with its creator’s account.',
});
export const videoPrepared = defineEvent<OfContent & { readonly preview: VideoPreview }>()('VideoPrepared', {
  version: 2,
  upcasts: { 1: unchanged },
  personal: { account: creatorOf, fields: ['preview.placeholder'] },
  audit: () => 'A video’s poster and preview clip were made.',
});
/** The video stays for sale with its neutral placeholder picture. */
export const videoNotPrepared = defineEvent<VideoNotPreparedData>()('VideoNotPrepared', {
  audit: (data) => `A video could not be prepared: ${data.reason}`,
});

/** Recorded when a photo is published or a video is prepared, and when either is relisted. Older items have none. */
export const mediaMeasured = defineEvent<OfContent & { readonly measures: Measures }>()('MediaMeasured', {
  audit: () => 'An item’s picture was analyzed.',
});

const contentEvents = [
  contentPublished,
  contentEdited,
  contentDeclared,
  releaseAttached,
  releaseRemoved,
  contentWithdrawn,
  contentRelisted,
  contentErased,
  videoPrepared,
  videoNotPrepared,
  mediaMeasured,
] as const;
export type ContentEvent = EventOf<(typeof contentEvents)[number]>;

/** Whether an item's public media are ready. */
export type Preparation = 'ready' | 'processing' | 'failed';

export const preparationOf = (media: Media): Preparation =>
  media.media_type === 'video' && media.clip_url === null ? 'processing' : 'ready';

/** The preview made from a video, and what was measured of it. */
export interface PreparedVideo {
  readonly preview: VideoPreview;
  readonly measures: Measures;
}

export type ContentCommand =
  | { readonly kind: 'publish'; readonly content: ContentPublishedData; readonly measures: Measures | null }
  | {
      readonly kind: 'edit';
      readonly creator_id: string;
      readonly listing: Listing;
      /** Fields that are left out stay as they are. */
      readonly declared?: Partial<Declaration>;
    }
  | { readonly kind: 'attach-release'; readonly creator_id: string; readonly release: Release }
  | { readonly kind: 'remove-release'; readonly creator_id: string; readonly release_id: string }
  | { readonly kind: 'withdraw' | 'relist'; readonly creator_id: string }
  | { readonly kind: 'erase'; readonly creator_id: string }
  | { readonly kind: 'record-video'; readonly outcome: PreparedVideo | { readonly reason: string } };

export type ContentState =
  | { readonly status: 'none' }
  | {
      readonly status: 'published' | 'withdrawn' | 'erased';
      /** Its texts are null without its creator's key, and after the key is destroyed. */
      readonly content: ContentPublishedData;
      /** Whether a video has been prepared, or has failed; a photo is always ready. */
      readonly preparation: Preparation;
      /** Null if nothing was measured. */
      readonly measures: Measures | null;
    };

const sameListing = (one: Listing, other: Listing) =>
  JSON.stringify([one.title, one.description, one.tags, one.offers]) ===
  JSON.stringify([other.title, other.description, other.tags, other.offers]);

const measured = (
  { content_id, creator_id }: ContentPublishedData,
  measures: Measures | null,
): readonly ContentEvent[] => (measures ? [mediaMeasured.of({ content_id, creator_id, measures })] : []);

const recorded = (
  state: Exclude<ContentState, { status: 'none' }>,
  outcome: PreparedVideo | { readonly reason: string },
): readonly ContentEvent[] => {
  const { content_id, creator_id } = state.content;
  if (state.preparation === 'ready') return [];
  if (!('reason' in outcome)) {
    const { preview, measures } = outcome;
    return [videoPrepared.of({ content_id, creator_id, preview }), ...measured(state.content, measures)];
  }
  return state.preparation === 'failed'
    ? []
    : [videoNotPrepared.of({ content_id, creator_id, reason: outcome.reason })];
};

/** The item as it remains after its creator's account is deleted. */
export const erasedItem = (item: ContentPublishedData): ContentPublishedData => ({
  ...item,
  title: '',
  description: '',
  tags: [],
  brand_name: '',
  brand_url: '',
  product_urls: [],
  notes: '',
  media: { ...item.media, placeholder: '' },
});

/** Tags by which a browser marks an upload that waits for its creator's account; they don't describe the item. */
const internalMarks = ['pending'];

/** Tags as the public may see and search them, without internal marks. */
export const publicTags = (tags: readonly string[]): readonly string[] =>
  tags.filter((tag) => !internalMarks.includes(tag.trim().toLowerCase()));

/**
 * For views: if the creator's key is gone, the texts are null and the item is about to be erased. Internal marks are
 * removed because items were once published with them among their tags.
 */
export const readableItem = (item: ContentPublishedData): ContentPublishedData =>
  (item.title as string | null) === null ? erasedItem(item) : { ...item, tags: publicTags(item.tags) };

/** The item with its edited listing. */
export const editedItem = (
  item: ContentPublishedData,
  { title, description, tags, offers }: Listing,
): ContentPublishedData => readableItem({ ...item, title, description, tags, offers });

/** The item with the preview of its video. */
export const withVideoPreview = <Item extends { readonly media: Media }>(item: Item, preview: VideoPreview): Item => ({
  ...item,
  media: { ...item.media, ...preview, placeholder: preview.placeholder ?? '' },
});

const evolve = (state: ContentState, event: ContentEvent): ContentState => {
  if (event.type === 'ContentPublished')
    return { status: 'published', content: event.data, preparation: preparationOf(event.data.media), measures: null };
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'ContentEdited':
      return { ...state, content: { ...state.content, ...event.data } };
    case 'ContentDeclared':
      return { ...state, content: withDeclaration(state.content, event.data) };
    case 'ReleaseAttached':
      return { ...state, content: withRelease(state.content, event.data) };
    case 'ReleaseRemoved':
      return { ...state, content: withoutRelease(state.content, event.data) };
    case 'ContentWithdrawn':
      return { ...state, status: 'withdrawn' };
    case 'ContentRelisted':
      return { ...state, status: 'published' };
    case 'ContentErased':
      return { ...state, status: 'erased', content: erasedItem(state.content) };
    case 'VideoPrepared':
      return { ...state, content: withVideoPreview(state.content, event.data.preview), preparation: 'ready' };
    case 'VideoNotPrepared':
      return { ...state, preparation: 'failed' };
    case 'MediaMeasured':
      return { ...state, measures: event.data.measures };
    default:
      return assertNever(event);
  }
};

const decide = (command: ContentCommand, state: ContentState) => {
  if (command.kind === 'publish') {
    const { content, measures } = command;
    return state.status === 'none' ? [contentPublished.of(content), ...measured(content, measures)] : [];
  }
  if (state.status === 'none') return notFound();
  if (command.kind === 'record-video') return recorded(state, command.outcome);
  const { content_id, creator_id } = state.content;
  if (creator_id !== command.creator_id) return notFound();
  const ids = { content_id, creator_id };
  if (command.kind === 'erase') {
    if (state.status === 'erased') return [];
    const withdrawn = state.status === 'published' ? [contentWithdrawn.of(ids)] : [];
    return [...withdrawn, contentErased.of(ids)];
  }
  if (state.status === 'erased') return notFound();
  switch (command.kind) {
    case 'edit': {
      if (state.status !== 'published') return withdrawnFromSale();
      const { title, description, tags, offers } = command.listing;
      const listing = { title, description, tags, offers: { ...offers } };
      const before = declarationOf(state.content);
      const declared = changedDeclaration(before, command.declared ?? {});
      return [
        ...(sameListing(state.content, listing) ? [] : [contentEdited.of({ ...ids, ...listing })]),
        ...(isSameDeclaration(before, declared) ? [] : [contentDeclared.of({ ...ids, declared })]),
      ];
    }
    case 'attach-release': {
      const { release } = command;
      const releases = releasesOf(state.content);
      if (releases.some(({ release_id }) => release_id === release.release_id)) return [];
      return releases.length < releasesMax ? [releaseAttached.of({ ...ids, release })] : tooManyReleases();
    }
    case 'remove-release': {
      const { release_id } = command;
      const isAttached = releasesOf(state.content).some((release) => release.release_id === release_id);
      return isAttached ? [releaseRemoved.of({ ...ids, release_id })] : [];
    }
    case 'withdraw':
      return state.status === 'withdrawn' ? [] : [contentWithdrawn.of(ids)];
    case 'relist':
      return state.status === 'published'
        ? []
        : [contentRelisted.of(state.content), ...measured(state.content, state.measures)];
    default:
      return assertNever(command);
  }
};

export const content: Decider<ContentState, ContentCommand, ContentEvent> = {
  category: 'content',
  events: contentEvents,
  initial: { status: 'none' },
  evolve,
  decide,
};
