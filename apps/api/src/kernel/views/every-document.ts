import type { Find, Page, ReadStore, Stored } from './port.ts';

const pageMax = 100;

/**
 * All documents that a query finds, read a page at a time: many may come, and some may go, while they are looked at. In the
 * order of one of the view's listings, as an engine may know no other way past those that are gone.
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

/** The document of a key; null where there is none. */
export const documentOf = async <Document>(views: ReadStore, view: string, key: string): Promise<Document | null> =>
  (await views.get<Document>(view, key))?.document ?? null;
