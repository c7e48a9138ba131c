import type { Decider } from '../kernel/decider.ts';
import { never } from '../kernel/decider.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import { defineFailure } from '../kernel/failure.ts';
import { notFound } from '../failures.ts';
import type { Offers } from '../license-types.ts';

export const withdrawnFromSale = defineFailure(
  'withdrawn_from_sale',
  409,
  'Withdrawn from sale',
  'Put the item back on sale before you edit it.',
);

export const mediaTypes = ['image', 'video'] as const;
export type MediaType = (typeof mediaTypes)[number];

/** The stored media of an item. The original is private; `media_url` is the path of the public preview. */
export interface Media {
  readonly media_url: string;
  readonly media_type: MediaType;
  /** Of the preview, in pixels, so that a page can keep its place. */
  readonly width: number;
  readonly height: number;
  /** A tiny blurred picture as a data URL, shown until the preview is there. */
  readonly placeholder: string;
  /** Of the original's bytes, in hex. */
  readonly sha256: string;
  /** The private place of the original in the media store. */
  readonly original: string;
  /** In pixels, ascending: at each of them the preview also lies as AVIF and as WebP, see `renditionOf`. */
  readonly widths: readonly number[];
  /** The path of a short, silent, watermarked film; null for a picture, and for a video that is not prepared yet. */
  readonly clip_url: string | null;
}

/** What takes the place of the neutral picture once a video is prepared. */
export type VideoPreview = Pick<Media, 'media_url' | 'width' | 'height' | 'placeholder' | 'widths'> & {
  readonly clip_url: string;
};

/** What its creator can change later. */
export interface Listing {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly offers: Offers;
}

export interface ContentPublishedData extends Listing {
  readonly content_id: string;
  readonly creator_id: string;
  readonly media: Media;
  readonly brand_name: string;
  readonly brand_url: string;
  readonly product_urls: readonly string[];
  readonly notes: string;
  /** ISO 8601. */
  readonly published_at: string;
}

export interface ContentEditedData extends Listing {
  readonly content_id: string;
  readonly creator_id: string;
}

export interface ContentWithdrawnData {
  readonly content_id: string;
  readonly creator_id: string;
}

export interface VideoPreparedData {
  readonly content_id: string;
  readonly creator_id: string;
  readonly preview: VideoPreview;
}

export interface VideoNotPreparedData {
  readonly content_id: string;
  readonly creator_id: string;
  /** A sentence for its creator. */
  readonly reason: string;
}

export const contentPublished = defineEvent<ContentPublishedData>()('ContentPublished', {
  version: 3,
  upcasts: {
    // The creator's name stands with the account alone, so that it can be forgotten.
    1: ({ creator_name: _name, ...data }) => data,
    // Its preview lies in one size only.
    2: ({ media, ...data }) => ({ ...data, media: { ...(media as object), widths: [], clip_url: null } }),
  },
  audit: (data) => `“${data.title}” was published by its creator.`,
});
export const contentEdited = defineEvent<ContentEditedData>()('ContentEdited', {
  audit: (data) => `“${data.title}” was edited by its creator.`,
});
/** The item leaves the marketplace; licences of it stay what they are. */
export const contentWithdrawn = defineEvent<ContentWithdrawnData>()('ContentWithdrawn', {
  audit: () => 'An item left the marketplace.',
});
/** The item is for sale again, as it stands: whoever forgot it when it left learns all of it. */
export const contentRelisted = defineEvent<ContentPublishedData>()('ContentRelisted', {
  audit: (data) => `“${data.title}” came back to the marketplace.`,
});
export const videoPrepared = defineEvent<VideoPreparedData>()('VideoPrepared', {
  audit: () => 'A video got its still picture and its short film.',
});
/** It stays for sale with its neutral picture. */
export const videoNotPrepared = defineEvent<VideoNotPreparedData>()('VideoNotPrepared', {
  audit: (data) => `A video could not be prepared: ${data.reason}`,
});

export type ContentEvent =
  | EventOf<typeof contentPublished>
  | EventOf<typeof contentEdited>
  | EventOf<typeof contentWithdrawn>
  | EventOf<typeof contentRelisted>
  | EventOf<typeof videoPrepared>
  | EventOf<typeof videoNotPrepared>;

/** How far the public media of an item are. */
export type Preparation = 'ready' | 'processing' | 'failed';

export const preparationOf = (media: Media): Preparation =>
  media.media_type === 'video' && media.clip_url === null ? 'processing' : 'ready';

export type ContentCommand =
  | { readonly kind: 'publish'; readonly content: ContentPublishedData }
  | { readonly kind: 'edit'; readonly creator_id: string; readonly listing: Listing }
  | { readonly kind: 'withdraw' | 'relist'; readonly creator_id: string }
  | { readonly kind: 'record-video'; readonly outcome: VideoPreview | { readonly reason: string } };

export type ContentState =
  | { readonly status: 'none' }
  | {
      readonly status: 'published' | 'withdrawn';
      readonly content: ContentPublishedData;
      /** Of a video, whether it has been prepared or given up; a picture needs nothing more. */
      readonly preparation: Preparation;
    };

const sameListing = (one: Listing, other: Listing) =>
  JSON.stringify([one.title, one.description, one.tags, one.offers]) ===
  JSON.stringify([other.title, other.description, other.tags, other.offers]);

const recorded = (
  state: Exclude<ContentState, { status: 'none' }>,
  outcome: VideoPreview | { readonly reason: string },
): readonly ContentEvent[] => {
  const { content_id, creator_id } = state.content;
  if (state.preparation === 'ready') return [];
  if (!('reason' in outcome)) return [videoPrepared.of({ content_id, creator_id, preview: outcome })];
  return state.preparation === 'failed'
    ? []
    : [videoNotPrepared.of({ content_id, creator_id, reason: outcome.reason })];
};

/** The item with the preview of its video. */
export const withVideoPreview = <Item extends { readonly media: Media }>(item: Item, preview: VideoPreview): Item => ({
  ...item,
  media: { ...item.media, ...preview },
});

const evolve = (state: ContentState, event: ContentEvent): ContentState => {
  if (event.type === 'ContentPublished')
    return { status: 'published', content: event.data, preparation: preparationOf(event.data.media) };
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'ContentEdited':
      return { ...state, content: { ...state.content, ...event.data } };
    case 'ContentWithdrawn':
      return { ...state, status: 'withdrawn' };
    case 'ContentRelisted':
      return { ...state, status: 'published' };
    case 'VideoPrepared':
      return { ...state, content: withVideoPreview(state.content, event.data.preview), preparation: 'ready' };
    case 'VideoNotPrepared':
      return { ...state, preparation: 'failed' };
    default:
      return never(event);
  }
};

const decide = (command: ContentCommand, state: ContentState) => {
  if (command.kind === 'publish') return state.status === 'none' ? [contentPublished.of(command.content)] : [];
  if (state.status === 'none') return notFound();
  if (command.kind === 'record-video') return recorded(state, command.outcome);
  const { content_id, creator_id } = state.content;
  if (creator_id !== command.creator_id) return notFound();
  switch (command.kind) {
    case 'edit': {
      if (state.status !== 'published') return withdrawnFromSale();
      const { title, description, tags, offers } = command.listing;
      const listing = { title, description, tags, offers: { ...offers } };
      return sameListing(state.content, listing) ? [] : [contentEdited.of({ content_id, creator_id, ...listing })];
    }
    case 'withdraw':
      return state.status === 'withdrawn' ? [] : [contentWithdrawn.of({ content_id, creator_id })];
    case 'relist':
      return state.status === 'published' ? [] : [contentRelisted.of(state.content)];
    default:
      return never(command);
  }
};

export const content: Decider<ContentState, ContentCommand, ContentEvent> = {
  category: 'content',
  initial: { status: 'none' },
  evolve,
  decide,
};
