/** The group that a record belongs to, from its `group` property; null for none. */
export const groupOf = (value: unknown) => {
  const group = (value as { group?: unknown } | null)?.group;
  return typeof group === 'string' ? group : null;
};
