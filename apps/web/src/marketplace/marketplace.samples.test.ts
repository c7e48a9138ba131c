import { createStore } from 'jotai';
import { emptyFilter } from './filters/filter.ts';
import type { Filter } from './filters/filter.ts';
import { samples } from './samples.ts';

type Answer = () => Response;
const refused: Answer = () => new Response('{}', { status: 503 });
const items =
  (...rows: readonly unknown[]): Answer =>
  () =>
    Response.json({ items: rows, tags: [], next_cursor: null, position: 3, fallback: null });

const asked = vi.fn<(address: string, atMs: number) => void>();

/** Shows the wall for `filter` with these answers, one for each request; the last one is repeated. */
const showWall = async (answers: readonly Answer[], filter: Filter = emptyFilter) => {
  const left = [...answers];
  vi.stubGlobal('fetch', async (address: string) => {
    asked(address, Date.now());
    return ((left.length > 1 ? left.shift() : left[0]) ?? refused)();
  });
  const { showAtom, wallAtomOf } = await import('./marketplace.atoms.ts');
  const store = createStore();
  const done = store.set(showAtom, filter);
  return { done, wall: () => store.get(wallAtomOf(filter)) };
};

/** Waits for two requests; `waitFor` advances the fake clock with every check. */
const askedTwice = async () => {
  // Lets the first answer arrive.
  await vi.advanceTimersByTimeAsync(0);
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
};

const titles = (all: readonly { readonly title: string }[]) => all.map(({ title }) => title);

beforeEach(() => {
  asked.mockReset();
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

test('[MKT-39] a failed read is retried once after 500 ms', async () => {
  const { done, wall } = await showWall([refused, items({ ...samples[0], id: 'real', sample: undefined })]);
  await askedTwice();
  await done;
  const [first = 0, second = 0] = asked.mock.calls.map(([, atMs]) => atMs);
  expect(second - first).toBe(500);
  expect(wall()).toMatchObject({ status: 'loaded', items: [{ id: 'real' }] });
});

test('[MKT-35] after two failures the samples are shown, and the failure is flagged', async () => {
  const { done, wall } = await showWall([refused]);
  await askedTwice();
  await done;
  expect(wall().status).toBe('failed');
  expect(titles(wall().items)).toEqual(titles(samples));
});

test('[MKT-36] with nothing published the samples are shown, without a failure', async () => {
  const { done, wall } = await showWall([items()]);
  await done;
  expect(wall().status).toBe('loaded');
  expect(titles(wall().items)).toEqual(titles(samples));
});

test('[MKT-36] with nothing published, a search searches the samples', async () => {
  const { done, wall } = await showWall([items()], { ...emptyFilter, search: 'arches' });
  await done;
  expect(asked).toHaveBeenLastCalledWith('/api/marketplace?limit=1', expect.any(Number));
  expect(titles(wall().items)).toEqual(['Two Arches']);
});

test('no samples are shown when items exist but none matches', async () => {
  const { done, wall } = await showWall([items(), items(samples[0])], { ...emptyFilter, search: 'arches' });
  await done;
  expect(wall()).toMatchObject({ status: 'loaded', items: [] });
});

test('[MKT-34] [MKT-37] in a preview environment the samples are shown, and nothing is requested', async () => {
  vi.stubEnv('VITE_PREVIEW', 'true');
  // The variable is read when the module is loaded.
  vi.resetModules();
  const { done, wall } = await showWall([items({ ...samples[0], id: 'real' })]);
  await done;
  expect(asked).not.toHaveBeenCalled();
  expect(titles(wall().items)).toEqual(titles(samples));
});
