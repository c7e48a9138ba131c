import { renderHook } from '@testing-library/react';
import { track, useTrackView } from './track.ts';

const { sent } = vi.hoisted(() => ({ sent: [] as unknown[] }));
vi.mock('../kernel/send.ts', () => ({
  post: (path: string, body: unknown) => {
    sent.push([path, body]);
    return Promise.reject(new Error('No connection'));
  },
}));

beforeEach(() => {
  sent.length = 0;
});

test('[GAL-13] an item viewed twice on the same page is reported once, and a failure to report it is ignored', () => {
  const { rerender } = renderHook((item: { id: string; sample?: true }) => useTrackView(item), {
    initialProps: { id: 'harbor' },
  });
  rerender({ id: 'dunes' });
  rerender({ id: 'harbor' });
  track('cart', 'harbor');
  expect(sent).toEqual([
    ['/api/looks', { kind: 'view', id: 'harbor' }],
    ['/api/looks', { kind: 'view', id: 'dunes' }],
    ['/api/looks', { kind: 'cart', id: 'harbor' }],
  ]);
});

test('[GAL-13] a view of a sample is not reported', () => {
  renderHook(() => useTrackView({ id: 'sample-1', sample: true }));
  expect(sent).toEqual([]);
});
