import { createStore } from 'jotai';
import type { PrimitiveAtom } from 'jotai';
import { queries, queryAtom } from './queries.ts';
import { sessionAtom } from '../session.ts';

vi.mock('../session.ts', async () => ({ sessionAtom: (await import('jotai')).atom<object | null>(null) }));

const session = sessionAtom as PrimitiveAtom<object | null>;
const answers = new Map<string, (value: string) => void>();
const read = vi.fn<() => Promise<string>>();
const answer = (of: string) => new Promise<string>((resolve) => answers.set(of, resolve));

const mount = () => {
  const store = createStore();
  const figures = queryAtom(['figures'], read, { gcTime: Infinity });
  store.sub(figures, () => undefined);
  return { store, shown: () => store.get(figures).data };
};

beforeEach(() => {
  queries.clear();
  read.mockReset();
});

it('one user’s answers, even late ones, are never shown to another user of the tab', async () => {
  const { store, shown } = mount();
  expect(read).not.toHaveBeenCalled();
  read.mockReturnValueOnce(answer('anna'));
  store.set(session, { userId: 'anna' });
  read.mockReturnValueOnce(answer('bo'));
  store.set(session, { userId: 'bo' });
  answers.get('anna')?.('of anna');
  await vi.waitFor(() => expect(queries.getQueryData(['anna', 'figures'])).toBe('of anna'));
  expect(shown()).toBeUndefined();
  answers.get('bo')?.('of bo');
  await vi.waitFor(() => expect(shown()).toBe('of bo'));
  store.set(session, null);
  expect(shown()).toBeUndefined();
});

it('a failed read is not retried here, because `send.ts` has already retried it', async () => {
  const { store } = mount();
  read.mockRejectedValue(new Error('no answer'));
  store.set(session, { userId: 'anna' });
  await vi.waitFor(() => expect(queries.getQueryState(['anna', 'figures'])?.status).toBe('error'));
  expect(read).toHaveBeenCalledTimes(1);
});
