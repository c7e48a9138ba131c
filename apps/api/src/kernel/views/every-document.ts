import type { Find, Page, ReadStore, Stored } from './port.ts';

const pageMax = 100;

/**
 * Iterates over all documents that a query finds, one page at a time; documents may be added or removed meanwhile. The
 * order must be that of one of the view's listings, because engines may have no other way to skip deleted documents
 * efficiently.
 */
export async function* everyDocument<Document>(
  views: ReadStore,
  view: string,
  query: Omit<Find, 'limit' | 'cursor'> & Required<Pick<Find, 'sort'>>,
): AsyncGenerator<Stored<Document>> {
  let cursor: string | null = null;
  do {
    const from = cursor === null ? {} : { cursor };
    const page: Page<Document> = await views.find<Document>(view, { ...query, limit: pageMax, ...from });
    yield* page.items;
    cursor = page.next;
  } while (cursor !== null);
}

/** The document with this key; null if there is none. */
export const documentOf = async <Document>(views: ReadStore, view: string, key: string): Promise<Document | null> =>
  (await views.get<Document>(view, key))?.document ?? null;
