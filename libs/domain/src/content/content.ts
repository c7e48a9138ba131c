import type { Decider } from '../kernel/decider.ts';
import { never } from '../kernel/decider.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import { notFound } from '../failures.ts';
import type { Offers } from '../license-types.ts';

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
}

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

export const contentPublished = defineEvent<ContentPublishedData>()('ContentPublished', {
  version: 2,
  // The creator's name stands with the account alone, so that it can be forgotten.
  upcasts: { 1: ({ creator_name: _name, ...data }) => data },
  audit: (data) => `“${data.title}” was published by its creator.`,
});
export const contentEdited = defineEvent<ContentEditedData>()('ContentEdited', {
  audit: (data) => `“${data.title}” was edited by its creator.`,
});
/** The item leaves the marketplace; licences of it stay what they are. */
export const contentWithdrawn = defineEvent<ContentWithdrawnData>()('ContentWithdrawn', {
  audit: () => 'An item left the marketplace.',
});

export type ContentEvent =
  EventOf<typeof contentPublished> | EventOf<typeof contentEdited> | EventOf<typeof contentWithdrawn>;

export type ContentCommand =
  | { readonly kind: 'publish'; readonly content: ContentPublishedData }
  | { readonly kind: 'edit'; readonly creator_id: string; readonly listing: Listing }
  | { readonly kind: 'withdraw'; readonly creator_id: string };

export type ContentState =
  { readonly status: 'none' } | { readonly status: 'published' | 'withdrawn'; readonly content: ContentPublishedData };

const sameListing = (one: Listing, other: Listing) =>
  JSON.stringify([one.title, one.description, one.tags, one.offers]) ===
  JSON.stringify([other.title, other.description, other.tags, other.offers]);

export const content: Decider<ContentState, ContentCommand, ContentEvent> = {
  category: 'content',
  initial: { status: 'none' },
  evolve: (state, event) => {
    switch (event.type) {
      case 'ContentPublished':
        return { status: 'published', content: event.data };
      case 'ContentEdited':
        return state.status === 'none' ? state : { ...state, content: { ...state.content, ...event.data } };
      case 'ContentWithdrawn':
        return state.status === 'none' ? state : { ...state, status: 'withdrawn' };
      default:
        return never(event);
    }
  },
  decide: (command, state) => {
    switch (command.kind) {
      case 'publish':
        return state.status === 'none' ? [contentPublished.of(command.content)] : [];
      case 'edit': {
        if (state.status !== 'published' || state.content.creator_id !== command.creator_id) return notFound();
        const { title, description, tags, offers } = command.listing;
        const listing = { title, description, tags, offers: { ...offers } };
        if (sameListing(state.content, listing)) return [];
        const { content_id, creator_id } = state.content;
        return [contentEdited.of({ content_id, creator_id, ...listing })];
      }
      case 'withdraw': {
        if (state.status === 'none' || state.content.creator_id !== command.creator_id) return notFound();
        const { content_id, creator_id } = state.content;
        return state.status === 'withdrawn' ? [] : [contentWithdrawn.of({ content_id, creator_id })];
      }
      default:
        return never(command);
    }
  },
};
