import { waitFor } from '@testing-library/react';
import { server } from '../../testing/server.test-kit.ts';
import { signIn, signOut } from '../../testing/sign-in.test-kit.ts';
import { pass } from '../../testing/user.test-kit.ts';
import { get } from '../send.ts';
import { store } from '../store.ts';
import { queries, queryAtom } from './queries.ts';

const call = 'GET /api/figures';

const mount = () => {
  const figures = queryAtom(['figures'], () => get<string>('/api/figures'), { gcTime: Infinity });
  onTestFinished(store.sub(figures, () => undefined));
  return () => store.get(figures).data;
};

beforeEach(() => queries.clear());

it('one user’s answers, even late ones, are never shown to another user of the tab', async () => {
  const shown = mount();
  expect(server.asked(call)).toEqual([]);
  const [ofAnna, ofBo] = [server.hold(call), server.hold(call)];
  await signIn({ id: 'anna' });
  await signIn({ id: 'bo' });
  await ofAnna.answer('of anna');
  await waitFor(() => expect(queries.getQueryData(['anna', 'figures'])).toBe('of anna'));
  expect(shown()).toBeUndefined();
  await ofBo.answer('of bo');
  await waitFor(() => expect(shown()).toBe('of bo'));
  await signOut();
  expect(shown()).toBeUndefined();
});

it('a failed read is not retried here, because `send.ts` has already retried it', async () => {
  mount();
  server.refuse(call, 503);
  await signIn({ id: 'anna' });
  await waitFor(() => expect(queries.getQueryState(['anna', 'figures'])?.status).toBe('error'));
  await pass(60_000);
  // The first attempt, and the three of `send.ts` that follow it.
  expect(server.asked(call)).toHaveLength(4);
});
