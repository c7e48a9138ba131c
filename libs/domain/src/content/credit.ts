/** The credit line shown beside an item. */
export const creditOf = (creatorName: string) => `${creatorName} / Tessera`;

/** @param publishedAt ISO 8601 */
export const copyrightOf = (creatorName: string, publishedAt: string) =>
  `© ${publishedAt.slice(0, 'yyyy'.length)} ${creatorName}`;
