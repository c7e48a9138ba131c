import { VaultUnavailable } from '../kernel/records/port.ts';
import { CreatorNames } from './creator-names.ts';

it('[GAL-03] a name that can’t be read at the moment is left out of a list instead of failing it', async () => {
  const views = { get: async (_view: string, id: string) => ({ document: { name: { sealed: id } } }) };
  const codec = {
    open: async (id: string) => {
      if (id === 'unread') throw new VaultUnavailable('The key can’t be read.');
      return `Name of ${id}`;
    },
  };
  const names = new CreatorNames(views as never, codec as never);
  expect([...(await names.ofAll(['mara', 'unread', 'otto', 'mara']))]).toEqual([
    ['mara', 'Name of mara'],
    ['otto', 'Name of otto'],
  ]);
});

it('a list fails with unexpected errors', async () => {
  const views = { get: () => Promise.reject(new Error('The views are broken.')) };
  await expect(new CreatorNames(views as never, {} as never).ofAll(['mara'])).rejects.toThrow('The views are broken.');
});
