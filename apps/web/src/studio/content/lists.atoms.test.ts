import { createStore } from 'jotai';
import { queries } from '../../kernel/reading/queries.ts';
import { myContent } from './lists.atoms.ts';

const { errorToast } = vi.hoisted(() => ({ errorToast: vi.fn() }));
const read = vi.fn<() => Promise<Response>>();
vi.mock('../../kernel/session.ts', async () => {
  const jotai = await import('jotai');
  return { sessionAtom: jotai.atom({ userId: 'creator-1' }), accessToken: () => Promise.resolve('token') };
});
vi.mock('../../kernel/toast.tsx', () => ({ toast: { error: errorToast } }));

const page = { items: [{ id: 'content-1' }], next_cursor: null, position: 7 };

beforeEach(() => {
  queries.clear();
  vi.useFakeTimers();
  read.mockReset();
  vi.stubGlobal('fetch', read);
  errorToast.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('[CREA-14] the content query is retried 3 times, 1 s apart', async () => {
  for (let failures = 0; failures < 3; failures += 1) read.mockRejectedValueOnce(new TypeError('no network'));
  read.mockImplementation(async () => Response.json(page));
  const store = createStore();
  const reading = store.set(myContent.openAtom, '');
  await vi.advanceTimersByTimeAsync(2_999);
  expect(read).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(1);
  await reading;
  expect(read).toHaveBeenCalledTimes(4);
  expect(store.get(myContent.listAtom)).toMatchObject({ status: 'loaded', items: page.items });
  expect(errorToast).not.toHaveBeenCalled();
});

it('[CREA-15] the content query is loaded again only after 5 minutes', async () => {
  read.mockImplementation(async () => Response.json(page));
  const store = createStore();
  await store.set(myContent.openAtom, '');
  await vi.advanceTimersByTimeAsync(299_999);
  await store.set(myContent.openAtom, '');
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  await store.set(myContent.openAtom, '');
  expect(read).toHaveBeenCalledTimes(2);
});

it('[CREA-16] [CREA-17] [CREA-18] a list that can’t be loaded has failed, and a toast says so', async () => {
  read.mockRejectedValue(new TypeError('no network'));
  const store = createStore();
  const reading = store.set(myContent.openAtom, '');
  await vi.advanceTimersByTimeAsync(3_000);
  await reading;
  expect(store.get(myContent.listAtom).status).toBe('failed');
  expect(errorToast.mock.calls).toEqual([['Error Loading Content', 'There was a problem loading your content.']]);
});
