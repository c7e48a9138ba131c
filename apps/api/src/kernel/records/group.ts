/** The group that a record is in, by its own property. */
export const groupOf = (value: unknown) => {
  const group = (value as { group?: unknown } | null)?.group;
  return typeof group === 'string' ? group : null;
};
