import { renderHook } from '@testing-library/react';
import { server } from '../testing/server.test-kit.ts';
import { settled } from '../testing/user.test-kit.ts';
import { track, useTrackView } from './track.ts';

beforeEach(() => server.lose('POST /api/looks'));

test('[GAL-13] an item viewed twice on the same page is reported once, and a failure to report it is ignored', async () => {
  const { rerender } = renderHook((item: { id: string; sample?: true }) => useTrackView(item), {
    initialProps: { id: 'harbor' },
  });
  rerender({ id: 'dunes' });
  rerender({ id: 'harbor' });
  track('cart', 'harbor');
  await settled();
  expect(server.asked().map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/api/looks', { kind: 'view', id: 'harbor' }],
    ['POST', '/api/looks', { kind: 'view', id: 'dunes' }],
    ['POST', '/api/looks', { kind: 'cart', id: 'harbor' }],
  ]);
});

test('[GAL-13] a view of a sample is not reported', async () => {
  renderHook(() => useTrackView({ id: 'sample-1', sample: true }));
  await settled();
  expect(server.asked()).toEqual([]);
});
