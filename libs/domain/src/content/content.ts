import type { Decider } from '../kernel/decider.ts';
import { assertNever } from '../kernel/decider.ts';
import { defineFailure } from '../kernel/failure.ts';
import { notFound } from '../failures.ts';
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
import {
  contentEdited,
  contentErased,
  contentEvents,
  contentPublished,
  contentPutOnSale,
  contentRelisted,
  contentWithdrawn,
  mediaMeasured,
  previewAwaited,
  videoNotPrepared,
  videoPrepared,
} from './content-events.ts';
import type {
  ContentEvent,
  ContentPublishedData,
  Listing,
  Media,
  PreviewMaker,
  VideoPreview,
} from './content-events.ts';
import type { Measures } from './media/measures.ts';
import { publicTags } from './tags.ts';

export const withdrawnFromSale = defineFailure(
  'withdrawn_from_sale',
  'Withdrawn from sale',
  'Put the item back on sale before you edit it.',
);

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
  | {
      readonly kind: 'publish';
      readonly content: ContentPublishedData;
      readonly measures: Measures | null;
      /** What a browser made of a video. */
      readonly preview?: PreparedVideo | null;
    }
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
  /** Takes a video off the market that was put on sale before videos had to wait for their preview. */
  | { readonly kind: 'await-preview'; readonly reason: string }
  | { readonly kind: 'record-video'; readonly outcome: PreparedVideo | { readonly reason: string } };

export type ContentState =
  | { readonly status: 'none' }
  | {
      readonly status: 'published' | 'withdrawn' | 'erased';
      /** Its texts are null without its creator's key, and after the key is destroyed. */
      readonly content: ContentPublishedData;
      /** Whether a video has been prepared, or has failed; a photo is always ready. */
      readonly preparation: Preparation;
      /** Whether its preview was made by a browser and the server hasn't tried yet. */
      readonly isProvisional: boolean;
      /** Null if nothing was measured. */
      readonly measures: Measures | null;
    };

/** Whether brands can buy licenses: nothing is on sale without a preview that shows it. */
export const isForSale = (
  state: ContentState,
): state is Exclude<ContentState, { status: 'none' }> & { readonly status: 'published' } =>
  state.status === 'published' && state.preparation === 'ready';

const seenOf = ({ title, description, tags, offers }: Listing) =>
  JSON.stringify([title, description, publicTags(tags), offers]);

const sameListing = (one: Listing, other: Listing) => seenOf(one) === seenOf(other);

const measured = (
  { content_id, creator_id }: ContentPublishedData,
  measures: Measures | null,
): readonly ContentEvent[] => (measures ? [mediaMeasured.of({ content_id, creator_id, measures })] : []);

const prepared = (
  state: Exclude<ContentState, { status: 'none' }>,
  { preview, measures }: PreparedVideo,
  made_by: PreviewMaker,
): readonly ContentEvent[] => {
  const { content_id, creator_id } = state.content;
  const isFirst = state.status === 'published' && state.preparation !== 'ready';
  return [
    videoPrepared.of({ content_id, creator_id, preview, made_by }),
    ...(isFirst ? [contentPutOnSale.of(withVideoPreview(state.content, preview))] : []),
    ...measured(state.content, measures),
  ];
};

const recorded = (
  state: Exclude<ContentState, { status: 'none' }>,
  outcome: PreparedVideo | { readonly reason: string },
): readonly ContentEvent[] => {
  const { content_id, creator_id } = state.content;
  if (state.preparation === 'ready' && !state.isProvisional) return [];
  if (!('reason' in outcome)) return prepared(state, outcome, 'server');
  return state.preparation === 'failed'
    ? []
    : [videoNotPrepared.of({ content_id, creator_id, reason: outcome.reason })];
};

const awaited = (state: Exclude<ContentState, { status: 'none' }>, reason: string): readonly ContentEvent[] => {
  const { content_id, creator_id, awaits_preview } = state.content;
  const mustWait = state.status !== 'erased' && state.preparation === 'processing' && awaits_preview === undefined;
  return mustWait ? [previewAwaited.of({ content_id, creator_id, reason })] : [];
};

/** One without a preview isn't for sale by being relisted. */
const relistedItem = ({ content: item, preparation }: Exclude<ContentState, { status: 'none' }>) =>
  preparation === 'ready' ? item : { ...item, awaits_preview: item.awaits_preview ?? 'It has no preview.' };

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

/**
 * For views: if the creator's key is gone, the texts are null and the item is about to be erased. Tags become public
 * ones because an upload that waited has an internal mark among them, and older items one tag in several forms.
 */
export const readableItem = (item: ContentPublishedData): ContentPublishedData =>
  (item.title as string | null) === null ? erasedItem(item) : { ...item, tags: publicTags(item.tags) };

/** The item with its edited listing. */
export const editedItem = (
  item: ContentPublishedData,
  { title, description, tags, offers }: Listing,
): ContentPublishedData => readableItem({ ...item, title, description, tags, offers });

/** The item with the preview of its video, for which it no longer waits. */
export const withVideoPreview = <Item extends Pick<ContentPublishedData, 'media' | 'awaits_preview'>>(
  { awaits_preview: _reason, ...item }: Item,
  preview: VideoPreview,
): Omit<Item, 'awaits_preview'> => ({
  ...item,
  media: { ...item.media, ...preview, placeholder: preview.placeholder ?? '' },
});

const newlyPublished = (item: ContentPublishedData) =>
  ({
    status: 'published',
    content: item,
    preparation: preparationOf(item.media),
    isProvisional: false,
    measures: null,
  }) as const;

const evolve = (state: ContentState, event: ContentEvent): ContentState => {
  if (event.type === 'ContentPublished') return newlyPublished(event.data);
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
    case 'ContentPutOnSale':
      return { ...state, status: 'published' };
    case 'ContentErased':
      return { ...state, status: 'erased', content: erasedItem(state.content) };
    case 'VideoPrepared':
      return {
        ...state,
        content: withVideoPreview(state.content, event.data.preview),
        preparation: 'ready',
        isProvisional: event.data.made_by === 'browser',
      };
    case 'VideoNotPrepared':
      return { ...state, preparation: state.isProvisional ? 'ready' : 'failed', isProvisional: false };
    case 'PreviewAwaited':
      return { ...state, content: { ...state.content, awaits_preview: event.data.reason } };
    case 'MediaMeasured':
      return { ...state, measures: event.data.measures };
    default:
      return assertNever(event);
  }
};

const decide = (command: ContentCommand, state: ContentState) => {
  if (command.kind === 'publish') {
    const { content, measures, preview } = command;
    if (state.status !== 'none') return [];
    return [
      contentPublished.of(content),
      ...measured(content, measures),
      ...(preview ? prepared(newlyPublished(content), preview, 'browser') : []),
    ];
  }
  if (state.status === 'none') return notFound();
  if (command.kind === 'record-video') return recorded(state, command.outcome);
  if (command.kind === 'await-preview') return awaited(state, command.reason);
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
        : [contentRelisted.of(relistedItem(state)), ...measured(state.content, state.measures)];
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
