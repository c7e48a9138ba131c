import { defineView } from '@tessera/domain/kernel/view';
import { openSqliteReadStore } from '../../../apps/api/src/kernel/views/sqlite/engine.ts';

const rows = 24_000;

/** A view of items of 500 creators, a quarter of which have a word of their own that begins like all of these. */
export const openWordyItems = async (file: string) => {
  const items = defineView<{ title: string; owner: string }>({
    ...{ name: 'items', version: 1, on: [] },
    indexes: {
      ...{ fields: { owner: ({ owner }) => owner }, text: ({ title }) => title, orders: ['owner'] },
      words: [({ title }) => title],
      named: { place: 0, by: ({ owner }) => owner },
    },
  });
  const store = await openSqliteReadStore({ file });
  await store.register(items, 'events');
  const titleOf = (index: number) => (index % 4 === 0 ? `qu${index}` : index % 100 === 1 ? `zu${index}` : 'plain');
  const changes = Array.from({ length: rows }, (_, index) => ({
    key: `item-${index}`,
    position: 0,
    document: { title: titleOf(index), owner: `creator-${index % 500}` },
  }));
  await store.commit(0, [{ view: 'items', changes }]);
  return { store, rows };
};
