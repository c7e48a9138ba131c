import type { Find, ReadStore } from './port.ts';

/** A page of a view as a list is answered: its rows, where it goes on, and how far the view is. */
export const listPage = async <Document, Row>(
  views: ReadStore,
  view: string,
  find: Find,
  rowOf: (document: Document) => Row | Promise<Row>,
) => {
  const page = await views.find<Document>(view, find);
  return {
    items: await Promise.all(page.items.map(({ document }) => rowOf(document))),
    next_cursor: page.next,
    position: await views.checkpoint(view),
  };
};
