/** A name's sort key: without case and accents, as people look for names. */
export const sortedName = (name: string) => name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
