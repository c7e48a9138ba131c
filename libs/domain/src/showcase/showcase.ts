import { assertNever } from '../kernel/decider.ts';
import type { Decider } from '../kernel/decider.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import { defineFailure } from '../kernel/failure.ts';

/** How many items the home page has room for. */
export const showcaseItemsMax = 8;

/** There is one showcase, that of the home page. */
export const showcaseId = 'home';

export const showcaseFull = defineFailure(
  'showcase_full',
  'The home page is full',
  `It has room for ${showcaseItemsMax} pinned items. Unpin another one first.`,
);

interface OfItem {
  readonly content_id: string;
}

export const itemPinned = defineEvent<OfItem>()('ItemPinned', {
  audit: ({ content_id }) => `Item ${content_id} was pinned to the home page.`,
});
export const itemUnpinned = defineEvent<OfItem>()('ItemUnpinned', {
  audit: ({ content_id }) => `Item ${content_id} was unpinned from the home page.`,
});

const showcaseEvents = [itemPinned, itemUnpinned] as const;
export type ShowcaseEvent = EventOf<(typeof showcaseEvents)[number]>;

export type ShowcaseCommand = OfItem & { readonly kind: 'pin' | 'unpin' };

export interface ShowcaseState {
  /** The ids of the pinned items. */
  readonly pinned: readonly string[];
}

/** The items that the operator chose for the home page. */
export const showcase: Decider<ShowcaseState, ShowcaseCommand, ShowcaseEvent> = {
  category: 'showcase',
  events: showcaseEvents,
  initial: { pinned: [] },
  evolve: ({ pinned }, event) => {
    const others = pinned.filter((id) => id !== event.data.content_id);
    return { pinned: event.type === 'ItemPinned' ? [...others, event.data.content_id] : others };
  },
  decide: ({ kind, content_id }, { pinned }) => {
    const isPinned = pinned.includes(content_id);
    switch (kind) {
      case 'pin':
        if (isPinned) return [];
        return pinned.length < showcaseItemsMax ? [itemPinned.of({ content_id })] : showcaseFull();
      case 'unpin':
        return isPinned ? [itemUnpinned.of({ content_id })] : [];
      default:
        return assertNever(kind);
    }
  },
};
