/** Without case and accents, as people look for a name. */
export const sortedName = (name: string) => name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
