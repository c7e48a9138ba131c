import { createStore } from 'jotai';

/** Loads the module again, as a reload of the page does. */
const load = () => {
  vi.resetModules();
  return import('./view.atoms.ts');
};

const shown = async () => {
  const { viewAtom } = await load();
  return createStore().get(viewAtom);
};

beforeEach(() => localStorage.clear());

test('[GAL-03] the view that was chosen is shown again; without a choice, or an unknown one, cards are', async () => {
  expect(await shown()).toBe('cards');
  const { viewAtom } = await load();
  createStore().set(viewAtom, 'wall');
  expect(await shown()).toBe('wall');
  localStorage.setItem('marketplace-view', 'constructor');
  expect(await shown()).toBe('cards');
});

test('[GAL-03] where the browser blocks its storage, cards are shown', async () => {
  localStorage.setItem('marketplace-view', 'wall');
  const blocked = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('Blocked', 'SecurityError');
  });
  expect(await shown()).toBe('cards');
  blocked.mockRestore();
});
