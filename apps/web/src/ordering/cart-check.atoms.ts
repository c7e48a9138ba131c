import type { LicenseType } from '@tessera/domain/license-types';
import { centsOf } from '@tessera/domain/money';
import type { Cents } from '@tessera/domain/money';
import type { CartItem } from '@tessera/domain/ordering/cart';
import type { CheckedLine, LineCheck } from '@tessera/domain/ordering/cart-check';
import { atom } from 'jotai';
import { cartAtom, takeOverPrices } from '../kernel/cart.atoms.ts';
import { post } from '../kernel/send.ts';
import { sessionAtom } from '../kernel/session.ts';
import { store } from '../kernel/store.ts';

export interface PriceChange {
  readonly key: string;
  readonly title: string;
  readonly licenseType: LicenseType;
  readonly beforeCents: Cents;
  readonly nowCents: Cents;
}

export const lineKey = ({ id, licenseType }: { readonly id: string; readonly licenseType: string }) =>
  `${id}/${licenseType}`;

const checks = atom<ReadonlyMap<string, LineCheck>>(new Map());
const changes = atom<ReadonlyMap<string, PriceChange>>(new Map());

/** What the server last said of the lines, by their keys. */
export const cartCheckAtom = atom((get) => get(checks));

/** Prices that became others while somebody watched, here or in another tab, until that was noted. */
export const priceChangesAtom = atom((get) => [...get(changes).values()]);

export const notePriceChangesAtom = atom(null, (_get, set) => set(changes, new Map()));

const pricesOf = (cart: readonly CartItem[]) => new Map(cart.map((line) => [lineKey(line), centsOf(line.price)]));

let seen = { userId: store.get(sessionAtom)?.userId, prices: pricesOf(store.get(cartAtom)) };

const changeOf = (line: CartItem, before: ReadonlyMap<string, PriceChange>): PriceChange | null => {
  const key = lineKey(line);
  const nowCents = centsOf(line.price);
  const beforeCents = before.get(key)?.beforeCents ?? seen.prices.get(key) ?? nowCents;
  return beforeCents === nowCents
    ? null
    : { key, title: line.title, licenseType: line.licenseType, beforeCents, nowCents };
};

store.sub(cartAtom, () => {
  const cart = store.get(cartAtom);
  const userId = store.get(sessionAtom)?.userId;
  store.set(changes, (before) => {
    if (userId !== seen.userId) return new Map();
    const changed = cart.flatMap((line) => changeOf(line, before) ?? []);
    return new Map(changed.map((change) => [change.key, change]));
  });
  seen = { userId, prices: pricesOf(cart) };
});

/** Asks the server what holds now. @throws ApiError */
export const checkLines = async (lines: readonly CheckedLine[]): Promise<readonly LineCheck[]> => {
  const cartItems = lines.map(({ id, licenseType, price }) => ({ id, licenseType, price }));
  return (await post<{ items: readonly LineCheck[] }>('/api/cart/check', { cartItems })).items;
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
  store.set(checks, new Map(found.map((check) => [lineKey(check), check])));
  takeOverPrices(
    found.flatMap(({ id, price }, at) => {
      const licenseType = cart[at]?.licenseType;
      return licenseType ? [{ id, licenseType, price }] : [];
    }),
  );
  return found;
};

let refreshing = false;
let askedMeanwhile = false;

/** As `checkCart`, for whatever may have changed: asked again while an answer is on its way, it asks once more after it. */
export const refreshCart = async (): Promise<void> => {
  askedMeanwhile = refreshing;
  if (refreshing) return;
  refreshing = true;
  try {
    do {
      askedMeanwhile = false;
      await checkCart();
      // Set meanwhile by another call.
    } while (askedMeanwhile as boolean);
  } catch {
    // What can't be asked is not said: the way to the checkout asks again, and then tells.
  } finally {
    refreshing = false;
  }
};

const quoted = (titles: readonly string[]) => titles.map((title) => `“${title}”`).join(', ');

/** What stands between a cart and its order, in words for the brand; null for nothing. */
export const whatToMend = (cart: readonly CartItem[], found: readonly LineCheck[]): string | null => {
  const titlesOf = (...statuses: readonly LineCheck['status'][]) => [
    ...new Set(
      cart.filter((_line, at) => statuses.some((status) => status === found[at]?.status)).map(({ title }) => title),
    ),
  ];
  const left = titlesOf('gone', 'not_offered');
  if (left.length > 0) return `${quoted(left)} can’t be licensed any more. Remove what left to go on.`;
  const changed = titlesOf('price_changed');
  if (changed.length === 0) return null;
  return `The price of ${quoted(changed)} changed. Look at the new total, then go on.`;
};
