/** A JSON object whose fields are not known yet. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The data with the value at a field's path replaced; unchanged if there is none. */
export const replacedAt = (data: Fields, path: string, replace: (value: unknown) => unknown): Fields => {
  const [field = '', inner] = path.split('.');
  const value = data[field];
  if (value === undefined) return data;
  if (inner === undefined) return { ...data, [field]: replace(value) };
  return isFields(value) ? { ...data, [field]: replacedAt(value, inner, replace) } : data;
};
