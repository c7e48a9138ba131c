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

/** What the server last said of the lines, by their keys. */
export const cartCheckAtom = atom((get) => get(checksAtom));

/** Prices that became others while somebody watched, here or in another tab, until that was noted. */
export const priceChangesAtom = atom((get) => get(changesAtom));

/** Prices by the keys of their lines. */
type Prices = ReadonlyMap<string, Cents>;

const storageKeyOf = (userId: string) => `price-changes:${userId}`;

/** The prices before the changes that were not noted when the page was left. */
const storedPrices = (userId: string): Prices => {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKeyOf(userId)) ?? '[]') as [string, Cents][]);
  } catch {
    return new Map();
  }
};

const storePrices = (userId: string, changed: readonly PriceChange[]) => {
  if (changed.length === 0) return sessionStorage.removeItem(storageKeyOf(userId));
  try {
    sessionStorage.setItem(
      storageKeyOf(userId),
      JSON.stringify(changed.map(({ key, beforeCents }) => [key, beforeCents])),
    );
  } catch {
    // Where the browser refuses, they stand until the page is left.
  }
};

const setPriceChanges = (userId: string | undefined, changed: readonly PriceChange[]) => {
  store.set(changesAtom, changed);
  if (userId !== undefined) storePrices(userId, changed);
};

export const dismissPriceChangesAtom = atom(null, (get) => setPriceChanges(get(sessionAtom)?.userId, []));

const priceChangeOf = (line: CartItem, before: Prices): PriceChange | null => {
  const key = lineKey(line);
  const nowCents = centsOf(line.price);
  const beforeCents = before.get(key) ?? nowCents;
  return beforeCents === nowCents
    ? null
    : { key, title: line.title, licenseType: line.licenseType, beforeCents, nowCents };
};

/** Whose prices were last looked at, and which they were. */
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

/** Asks the server what holds now. @throws ApiError */
export const checkLines = async (lines: readonly CartLine[]): Promise<readonly LineCheck[]> => {
  const body: CartCheckRequest = {
    cartItems: lines.map(({ id, licenseType, price }) => ({ id, licenseType, price })),
  };
  return (await post<CartCheck>('/api/cart/check', body)).items;
};

let asked = 0;

/** Brings the cart to the prices that hold now. Answers with what was found; an older answer never replaces a newer. */
export const checkCart = async (): Promise<readonly LineCheck[]> => {
  const cart = store.get(cartAtom);
  if (cart.length === 0) return [];
  asked += 1;
  const mine = asked;
  const found = await checkLines(cart);
  if (mine !== asked) return found;
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

/** As `checkCart`, for whatever may have changed: asked again while an answer is on its way, it asks once more after it. */
export const refreshCart = async (): Promise<void> => {
  isRefreshQueued = isRefreshing;
  if (isRefreshing) return;
  isRefreshing = true;
  try {
    do {
      isRefreshQueued = false;
      await checkCart();
      // Set meanwhile by another call.
    } while (isRefreshQueued as boolean);
  } catch {
    // What can't be asked is not said: the way to the checkout asks again, and then tells.
  } finally {
    isRefreshing = false;
  }
};

const quoted = (titles: readonly string[]) => titles.map((title) => `“${title}”`).join(', ');

/** What stands between a cart and its order, in words for the brand; null for nothing. */
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
