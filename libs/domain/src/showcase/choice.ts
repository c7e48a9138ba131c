import { showcaseItemsMax } from './showcase.ts';

/** How long an item has been for sale before the home page shows it on its own, so that reports come first. */
export const showcaseAgeMs = 86_400_000;
const pixelsMin = 2_000_000;

/** What the choice asks of an item for sale. */
export interface ShowcaseCandidate {
  readonly content_id: string;
  readonly creator_id: string;
  /** ISO 8601. */
  readonly published_at: string;
  readonly media: { readonly media_type: string };
  readonly measures: { readonly pixels: { readonly width: number; readonly height: number } | null } | null;
}

/** The items that the home page may show. */
export interface ShowcaseCandidates<Item extends ShowcaseCandidate> {
  /** Pinned by the operator, in their order. */
  readonly pinned: readonly Item[];
  /** Other items for sale, the newest first. */
  readonly others: readonly Item[];
  /** The ids of those whose reports wait for the operator. */
  readonly reported: ReadonlySet<string>;
}

const isPresentable = ({ media, measures, published_at }: ShowcaseCandidate, nowMs: number) =>
  media.media_type === 'image' &&
  measures?.pixels != null &&
  measures.pixels.width * measures.pixels.height >= pixelsMin &&
  Date.parse(published_at) <= nowMs - showcaseAgeMs;

/**
 * What the home page shows: what the operator pinned, then photos that are large enough, have been for sale for a day
 * and aren't reported, one of each creator. A shop that has none of either shows the newest photos that it has.
 */
export const showcaseOf = <Item extends ShowcaseCandidate>(
  { pinned, others, reported }: ShowcaseCandidates<Item>,
  nowMs: number,
): readonly Item[] => {
  const chosen = pinned.slice(0, showcaseItemsMax);
  const harmless = others.filter(({ content_id }) => !reported.has(content_id));
  for (const item of harmless) {
    if (chosen.length >= showcaseItemsMax) break;
    const isShown = chosen.some(({ creator_id }) => creator_id === item.creator_id);
    if (!isShown && isPresentable(item, nowMs)) chosen.push(item);
  }
  if (chosen.length > 0) return chosen;
  return harmless.filter(({ media }) => media.media_type === 'image').slice(0, showcaseItemsMax);
};
