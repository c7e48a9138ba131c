import { isLicenseType } from '@tessera/domain/license-types';
import type { LicenseType } from '@tessera/domain/license-types';
import type { NewCartItem } from './cart.atoms.ts';
import { tabStore } from '../../kernel/browser/storage.ts';

const storageKey = 'pendingCartItem';
const defaultFeeDollars = 29.99;

/**
 * The item that someone who isn't signed in as a brand wanted to buy, under the field names it has always been stored
 * with.
 */
export interface PendingCartItem {
  readonly id: string;
  readonly title: string;
  readonly license_fee: number;
  readonly license_type: LicenseType;
  readonly media_url: string;
  readonly media_type: 'image' | 'video';
  readonly description: string;
  readonly creator_id: string;
}

export const keepPendingCartItem = (item: NewCartItem): void => {
  const pending: PendingCartItem = {
    id: item.id,
    title: item.title,
    license_fee: item.price,
    license_type: item.licenseType,
    media_url: item.mediaUrl,
    media_type: item.mediaType,
    description: item.description,
    creator_id: item.creatorId,
  };
  tabStore.storeItem(storageKey, JSON.stringify(pending));
};

/** Converts a stored item to a cart item; without a fee and license type, it costs $29.99 for one-time use. */
export const cartItemOf = (pending: Partial<PendingCartItem> & Pick<PendingCartItem, 'id'>): NewCartItem => ({
  id: pending.id,
  title: pending.title ?? 'Untitled Content',
  price: typeof pending.license_fee === 'number' ? pending.license_fee : defaultFeeDollars,
  licenseType: isLicenseType(pending.license_type) ? pending.license_type : 'one_time',
  creatorId: pending.creator_id ?? '',
  mediaUrl: pending.media_url ?? '',
  mediaType: pending.media_type ?? 'image',
  description: pending.description ?? '',
});

/** The pending item, if any. */
export const pendingCartItem = (): NewCartItem | null => {
  try {
    const stored = tabStore.getItem(storageKey);
    const pending = JSON.parse(stored ?? 'null') as (Partial<PendingCartItem> & { id?: unknown }) | null;
    return typeof pending?.id === 'string' ? cartItemOf({ ...pending, id: pending.id }) : null;
  } catch {
    return null;
  }
};

export const forgetPendingCartItem = (): void => tabStore.removeItem(storageKey);
