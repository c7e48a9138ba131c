import type { Find, ReadStore, Stored } from './port.ts';

const pageMax = 100;

/** Iterates over the pages of a list. A page is read once the one before has been consumed. */
export async function* everyPage<Page extends { readonly next: string | null }>(
  read: (cursor?: string) => Promise<Page>,
): AsyncGenerator<Page> {
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    yield page;
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}

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
  const read = (cursor?: string) => views.find<Document>(view, { ...query, limit: pageMax, cursor });
  for await (const { items } of everyPage(read)) yield* items;
}

/** The document with this key; null if there is none. */
export const documentOf = async <Document>(views: ReadStore, view: string, key: string): Promise<Document | null> =>
  (await views.get<Document>(view, key))?.document ?? null;
