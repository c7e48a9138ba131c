import { localStore } from '../../kernel/browser/storage.ts';

const visitorKey = 'recently-seen';
const accountPrefix = `${visitorKey}:`;

/** Where the items that an account looked at are stored; a visitor has no id. */
export const viewedKeyOf = (userId?: string) => (userId === undefined ? visitorKey : `${accountPrefix}${userId}`);

/** Removes what other accounts looked at in this browser. */
export const forgetViewsOfOthers = (userId?: string): void => {
  for (const key of localStore.keys()) {
    if (key.startsWith(accountPrefix) && key !== viewedKeyOf(userId)) localStore.removeItem(key);
  }
};
