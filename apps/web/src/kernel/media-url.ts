const firstOf = (path: string): string | null => {
  try {
    const list: unknown = JSON.parse(path);
    return Array.isArray(list) && typeof list[0] === 'string' ? list[0] : null;
  } catch {
    return null;
  }
};

/** The address a stored media path is shown from: data URL, list (its first), absolute address or path; else null. */
export const mediaUrl = (path: string | null | undefined): string | null => {
  const trimmed = path?.trim();
  if (!trimmed) return null;
  if (trimmed.startsWith('[')) return mediaUrl(firstOf(trimmed));
  if (/^data:(image|video)\//i.test(trimmed) || /^https?:\/\//i.test(trimmed)) return trimmed;
  if (/^[a-z][a-z0-9+.-]*:/i.test(trimmed) || trimmed.startsWith('//')) return null;
  return `/media/${trimmed.replace(/^\/+/, '').replace(/^media\//, '')}`;
};
