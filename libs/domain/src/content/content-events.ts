import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import type { Offers } from '../license-types.ts';
import type { Declaration } from '../declaration.ts';
import type { Release } from '../release.ts';
import { contentDeclared, releaseAttached, releaseRemoved } from './declaration-events.ts';
import type { OfContent } from './declaration-events.ts';
import type { Measures } from './media/measures.ts';

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
  /** A sentence for its creator: why it isn't for sale yet. Missing if it was for sale at once, or is by now. */
  readonly awaits_preview?: string | undefined;
}

/** A browser makes previews where the server can't. */
export type PreviewMaker = 'server' | 'browser';

interface VideoPreparedData extends OfContent {
  readonly preview: VideoPreview;
  readonly made_by: PreviewMaker;
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
  version: 6,
  upcasts: {
    // The creator's name is stored only with the account, so that it can be forgotten.
    1: ({ creator_name: _name, ...data }) => data,
    // Its preview exists in one size only.
    2: ({ media, ...data }) => ({ ...data, media: { ...(media as object), widths: [], clip_url: null } }),
    // Its texts aren't encrypted.
    3: unchanged,
    // Creators weren't asked what it shows.
    4: unchanged,
    // Videos were for sale before they had a preview.
    5: unchanged,
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
  version: 4,
  upcasts: { 1: unchanged, 2: unchanged, 3: unchanged },
  personal: personalOfItem,
  audit: () => 'An item returned to the marketplace.',
});
/** An item that waited for its preview is for sale. The event carries all of it, for views that list only such items. */
export const contentPutOnSale = defineEvent<ContentPublishedData>()('ContentPutOnSale', {
  personal: personalOfItem,
  audit: () => 'An item went on sale once it had a preview.',
});
/** The creator's account was deleted, and with it everything written about the item. Its licenses are unaffected. */
export const contentErased = defineEvent<OfContent>()('ContentErased', {
  audit: () => 'The text of an item was erased along with its creator’s account.',
});
/** What a browser made is made anew as soon as the server can. */
export const videoPrepared = defineEvent<VideoPreparedData>()('VideoPrepared', {
  version: 3,
  upcasts: { 1: unchanged, 2: (data) => ({ ...data, made_by: 'server' }) },
  personal: { account: creatorOf, fields: ['preview.placeholder'] },
  audit: ({ made_by }) =>
    `A video’s poster and preview clip were made${made_by === 'browser' ? ' by its creator’s browser' : ''}.`,
});
/** The server gave up. A video without a preview is not for sale; one that a browser made stays. */
export const videoNotPrepared = defineEvent<VideoNotPreparedData>()('VideoNotPrepared', {
  audit: (data) => `A video could not be prepared: ${data.reason}`,
});

/** A video that was for sale without a preview isn't anymore, until it has one. */
export const previewAwaited = defineEvent<VideoNotPreparedData>()('PreviewAwaited', {
  audit: (data) => `A video without a preview left the marketplace: ${data.reason}`,
});

/** Recorded when a photo is published or a video is prepared, and when either is relisted. Older items have none. */
export const mediaMeasured = defineEvent<OfContent & { readonly measures: Measures }>()('MediaMeasured', {
  audit: () => 'An item’s picture was analyzed.',
});

export const contentEvents = [
  contentPublished,
  contentEdited,
  contentDeclared,
  releaseAttached,
  releaseRemoved,
  contentWithdrawn,
  contentRelisted,
  contentPutOnSale,
  contentErased,
  videoPrepared,
  videoNotPrepared,
  previewAwaited,
  mediaMeasured,
] as const;
export type ContentEvent = EventOf<(typeof contentEvents)[number]>;
