import type { BoardItemRow } from '@tessera/contract/boards';
import { plural } from '../kernel/plural.ts';
import { toast } from '../kernel/toast.tsx';
import { cartItemOf, shownOffer } from '../marketplace/public.ts';
import { putAllInCart } from '../ordering/public.ts';

const namedMax = 3;

/** For example: “Rain”, “Dawn” and 2 more. */
const namesOf = (items: readonly BoardItemRow[]) => {
  const names = items.slice(0, namedMax).map(({ title }) => (title ? `“${title}”` : 'an item whose creator has left'));
  const more = items.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
};

/** Adds the items that are for sale to the cart, each with the license that its card shows, and names the others. */
export const addAllToCart = (items: readonly BoardItemRow[], onView: () => void): void => {
  const lines = items.flatMap(({ content }) => (content ? [cartItemOf(content, shownOffer(content))] : []));
  const gone = items.filter(({ content }) => content === null);
  const added = putAllInCart(lines);
  if (added === null) return;
  const before = lines.length - added.length;
  const words = [
    before > 0 && `${before === 1 ? '1 was' : `${before} were`} in your cart already.`,
    gone.length > 0 && `No longer for sale: ${namesOf(gone)}.`,
  ];
  const view = { label: 'View cart', onSelect: onView };
  const sentence = words.filter(Boolean).join(' ') || undefined;
  if (added.length === 0) toast.info('Nothing to add', sentence, view);
  else toast.success(`${plural(added.length, 'item')} added to cart`, sentence, view);
};
