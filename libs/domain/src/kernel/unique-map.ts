/** A map of entries with different keys. @throws Error with that message if two have the same: one would be lost silently */
export const uniqueMap = <Key, Value>(
  entries: readonly (readonly [Key, Value])[],
  message: string,
): ReadonlyMap<Key, Value> => {
  const map = new Map(entries);
  if (map.size !== entries.length) throw new Error(message);
  return map;
};
