import type { CartCheck, CartCheckRequest, CartLine, LineCheck } from '@tessera/contract/cart';
import type { LicenseType } from '@tessera/domain/license-types';
import { centsOf } from '@tessera/domain/money';
import type { Cents } from '@tessera/domain/money';
import type { CartItem } from '@tessera/domain/ordering/cart';
import { atom } from 'jotai';
import { cartAtom, updatePrices } from './cart.atoms.ts';
import { post } from '../../kernel/send.ts';
import { sessionAtom } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';
import { tabStore } from '../../kernel/browser/storage.ts';

export interface PriceChange {
  readonly key: string;
  readonly title: string;
  readonly licenseType: LicenseType;
  readonly beforeCents: Cents;
  readonly nowCents: Cents;
}

export const lineKey = ({ id, licenseType }: { readonly id: string; readonly licenseType: string }) =>
  `${id}/${licenseType}`;

const checksAtom = atom<ReadonlyMap<string, LineCheck>>(new Map());
const changesAtom = atom<readonly PriceChange[]>([]);

/** The server's last check of each line, by line key. */
export const cartCheckAtom = atom((get) => get(checksAtom));

/** Price changes found here or in another tab, until their items leave the cart. */
export const priceChangesAtom = atom((get) => get(changesAtom));

/** Prices by line key. */
type Prices = ReadonlyMap<string, Cents>;

const storageKeyOf = (userId: string) => `price-changes:${userId}`;

/** The previous prices of changes that were found before the page was left. */
const storedPrices = (userId: string): Prices => {
  try {
    return new Map(JSON.parse(tabStore.getItem(storageKeyOf(userId)) ?? '[]') as [string, Cents][]);
  } catch {
    return new Map();
  }
};

const storePrices = (userId: string, changed: readonly PriceChange[]) => {
  if (changed.length === 0) return tabStore.removeItem(storageKeyOf(userId));
  tabStore.setItem(storageKeyOf(userId), JSON.stringify(changed.map(({ key, beforeCents }) => [key, beforeCents])));
};

const setPriceChanges = (userId: string | undefined, changed: readonly PriceChange[]) => {
  store.set(changesAtom, changed);
  if (userId !== undefined) storePrices(userId, changed);
};

const priceChangeOf = (line: CartItem, before: Prices): PriceChange | null => {
  const key = lineKey(line);
  const nowCents = centsOf(line.price);
  const beforeCents = before.get(key) ?? nowCents;
  return beforeCents === nowCents
    ? null
    : { key, title: line.title, licenseType: line.licenseType, beforeCents, nowCents };
};

/** The account whose prices were last compared, and those prices. */
let lastSeen: { readonly userId: string | undefined; readonly prices: Prices } = {
  userId: undefined,
  prices: new Map(),
};

const detectPriceChanges = () => {
  const cart = store.get(cartAtom);
  const userId = store.get(sessionAtom)?.userId;
  const pending = new Map(store.get(changesAtom).map(({ key, beforeCents }) => [key, beforeCents]));
  const before = userId === lastSeen.userId ? new Map([...lastSeen.prices, ...pending]) : storedPrices(userId ?? '');
  lastSeen = { userId, prices: new Map(cart.map((line) => [lineKey(line), centsOf(line.price)])) };
  setPriceChanges(
    userId,
    cart.flatMap((line) => priceChangeOf(line, before) ?? []),
  );
};

store.sub(cartAtom, detectPriceChanges);
detectPriceChanges();

/** Asks the server for the current prices and availability. @throws ApiError */
export const checkLines = async (lines: readonly CartLine[]): Promise<readonly LineCheck[]> => {
  const body: CartCheckRequest = {
    cartItems: lines.map(({ id, licenseType, price }) => ({ id, licenseType, price })),
  };
  return (await post<CartCheck>('/api/cart/check', body)).items;
};

let latestCheck = 0;

/**
 * Updates the cart to current prices, and returns the check of each line. An older answer never replaces a newer one.
 */
export const checkCart = async (): Promise<readonly LineCheck[]> => {
  const cart = store.get(cartAtom);
  if (cart.length === 0) return [];
  latestCheck += 1;
  const thisCheck = latestCheck;
  const found = await checkLines(cart);
  if (thisCheck !== latestCheck) return found;
  store.set(checksAtom, new Map(found.map((check) => [lineKey(check), check])));
  updatePrices(
    found.flatMap(({ id, price }, at) => {
      const licenseType = cart[at]?.licenseType;
      return licenseType ? [{ id, licenseType, price }] : [];
    }),
  );
  return found;
};

let isRefreshing = false;
let isRefreshQueued = false;

/** Like `checkCart`, but ignores failures. A call during a running check starts one more check after it. */
export const refreshCart = async (): Promise<void> => {
  isRefreshQueued = isRefreshing;
  if (isRefreshing) return;
  isRefreshing = true;
  try {
    do {
      isRefreshQueued = false;
      await checkCart();
      // Another call may have set it in the meantime.
    } while (isRefreshQueued as boolean);
  } catch {
    // Not reported: proceeding to checkout checks again, and reports a failure.
  } finally {
    isRefreshing = false;
  }
};

const quoted = (titles: readonly string[]) => titles.map((title) => `“${title}”`).join(', ');

/** What keeps a cart from being ordered, as a message for the brand; null if nothing does. */
export const cartProblem = (cart: readonly CartItem[], found: readonly LineCheck[]): string | null => {
  const titlesOf = (...statuses: readonly LineCheck['status'][]) => [
    ...new Set(
      cart.filter((_line, at) => statuses.some((status) => status === found[at]?.status)).map(({ title }) => title),
    ),
  ];
  const unavailable = titlesOf('gone', 'not_offered');
  if (unavailable.length > 0)
    return `${quoted(unavailable)} can’t be licensed anymore. Remove what’s unavailable to continue.`;
  const changed = titlesOf('price_changed');
  if (changed.length === 0) return null;
  return `The price of ${quoted(changed)} changed. Check the new total, then continue.`;
};
