import { invalidInput } from '@tessera/domain/failures';
import { isFields } from '@tessera/domain/kernel/fields';
import { Refused } from '../../kernel/refused.ts';

export const malformed = (message: string) => new Refused(invalidInput({ message }));

/** @throws Refused if there is any other field */
export const refuseUnknownFields = (fields: Record<string, unknown>, known: readonly string[]) => {
  const unknown = Object.keys(fields).find((field) => !known.includes(field));
  if (unknown !== undefined) throw malformed(`Unknown field: ${unknown.slice(0, 40)}`);
};

/** One cart item as the browser sends it. @throws Refused if it has any other fields */
export const readCartItem = (item: unknown, known: readonly string[]): Record<string, unknown> => {
  if (!isFields(item)) throw malformed('Each cart item must be an object.');
  refuseUnknownFields(item, known);
  return item;
};

/** @throws Refused if it isn't a list */
export const readCartItems = (cartItems: unknown): readonly unknown[] => {
  if (!Array.isArray(cartItems)) throw malformed('cartItems must be a list.');
  return cartItems;
};
