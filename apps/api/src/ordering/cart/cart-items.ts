import { invalidInput } from '@tessera/domain/failures';
import { isFields } from '@tessera/domain/kernel/fields';
import { Refused } from '../../kernel/refused.ts';

export const malformed = (message: string) => new Refused(invalidInput({ message }));

/** @throws Refused when there is a field beside the known ones */
export const refuseUnknownFields = (fields: Record<string, unknown>, known: readonly string[]) => {
  const unknown = Object.keys(fields).find((field) => !known.includes(field));
  if (unknown !== undefined) throw malformed(`Unknown field: ${unknown.slice(0, 40)}`);
};

/** One item of a cart as a browser sends it, with no other than these fields. @throws Refused */
export const readCartItem = (item: unknown, known: readonly string[]): Record<string, unknown> => {
  if (!isFields(item)) throw malformed('Each cart item must be an object.');
  refuseUnknownFields(item, known);
  return item;
};

/** @throws Refused */
export const readCartItems = (cartItems: unknown): readonly unknown[] => {
  if (!Array.isArray(cartItems)) throw malformed('cartItems must be a list.');
  return cartItems;
};
