import { useLocation } from 'react-router-dom';
import { paths } from '../../paths.ts';

/** How the visitor came to the page of an item: from which list, and how many pages ago. */
export interface ItemOrigin {
  readonly list: string;
  readonly pagesAgo: number;
}

export const itemOriginOf = (state: unknown): ItemOrigin | null =>
  typeof state === 'object' && state !== null && 'list' in state && 'pagesAgo' in state ? (state as ItemOrigin) : null;

/** The marketplace within the current part of the product: the brand's area or the public one. */
export const listAddress = (pathname: string): string =>
  pathname.startsWith(paths.brand.home) ? paths.brand.marketplace : paths.marketplace;

/** The link to the page of an item within the current part of the product, with the way back in its state. */
export const itemAddress = (
  itemId: string,
  { pathname, search, state }: { readonly pathname: string; readonly search: string; readonly state: unknown },
): { to: string; state: ItemOrigin } => {
  const isBrands = pathname.startsWith(paths.brand.home);
  const before = itemOriginOf(state);
  const id = encodeURIComponent(itemId);
  return {
    to: isBrands ? paths.brand.item(id) : paths.item(id),
    state: before ? { ...before, pagesAgo: before.pagesAgo + 1 } : { list: `${pathname}${search}`, pagesAgo: 1 },
  };
};

export const useItemLink = (itemId: string) => itemAddress(itemId, useLocation());
