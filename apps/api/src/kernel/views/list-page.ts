import type { Find, ReadStore } from './port.ts';

/** Answers a list request with a page of a view: its rows, the next cursor, and the view's checkpoint. */
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
