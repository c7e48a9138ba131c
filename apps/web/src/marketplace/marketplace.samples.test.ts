import { createStore } from 'jotai';
import { server } from '../testing/server.test-kit.ts';
import { pass, settled } from '../testing/user.test-kit.ts';
import { emptyFilter } from './filters/filter.ts';
import type { Filter } from './filters/filter.ts';
import { samples } from './samples.ts';

const content = 'GET /api/marketplace';
const answer = (...items: readonly unknown[]) => ({ items, tags: [], next_cursor: null, position: 3, fallback: null });

/** Shows the wall for a filter. */
const showWall = async (filter: Filter = emptyFilter) => {
  const { showAtom, wallAtomOf } = await import('./marketplace.atoms.ts');
  const store = createStore();
  const done = store.set(showAtom, filter);
  await settled();
  return { done, wall: () => store.get(wallAtomOf(filter)) };
};

const titles = (all: readonly { readonly title: string }[]) => all.map(({ title }) => title);

afterEach(() => vi.unstubAllEnvs());

test('[MKT-39] a failed read is retried once after 500 ms', async () => {
  server.refuseOnce(content, 503);
  server.answer(content, answer({ ...samples[0], id: 'real', sample: undefined }));
  const { done, wall } = await showWall();
  await pass(499);
  expect(server.asked()).toHaveLength(1);
  await pass(1);
  expect(server.asked()).toHaveLength(2);
  await done;
  expect(wall()).toMatchObject({ status: 'loaded', items: [{ id: 'real' }] });
});

test('[MKT-35] after two failures the samples are shown, and the failure is flagged', async () => {
  server.refuse(content, 503);
  const { done, wall } = await showWall();
  await pass(500);
  expect(server.asked()).toHaveLength(2);
  await done;
  expect(wall().status).toBe('failed');
  expect(titles(wall().items)).toEqual(titles(samples));
});

test('[MKT-36] with nothing published the samples are shown, without a failure', async () => {
  server.answer(content, answer());
  const { done, wall } = await showWall();
  await done;
  expect(wall().status).toBe('loaded');
  expect(titles(wall().items)).toEqual(titles(samples));
});

test('[MKT-36] with nothing published, a search searches the samples', async () => {
  server.answer(content, answer());
  const { done, wall } = await showWall({ ...emptyFilter, search: 'arches' });
  await done;
  expect(server.asked().at(-1)?.path).toBe('/api/marketplace?limit=1');
  expect(titles(wall().items)).toEqual(['Two Arches']);
});

test('no samples are shown when items exist but none matches', async () => {
  server.answerOnce(content, answer());
  server.answer(content, answer(samples[0]));
  const { done, wall } = await showWall({ ...emptyFilter, search: 'arches' });
  await done;
  expect(wall()).toMatchObject({ status: 'loaded', items: [] });
});

test('[MKT-34] [MKT-37] in a preview environment the samples are shown, and nothing is requested', async () => {
  vi.stubEnv('VITE_PREVIEW', 'true');
  // The variable is read when the module is loaded.
  vi.resetModules();
  server.answer(content, answer({ ...samples[0], id: 'real' }));
  const { done, wall } = await showWall();
  await done;
  expect(server.asked()).toEqual([]);
  expect(titles(wall().items)).toEqual(titles(samples));
});
