import { waitFor } from '@testing-library/react';
import { atom } from 'jotai';
import { pass, settled } from '../../testing/user.test-kit.ts';
import { store } from '../store.ts';
import { openLive } from './live.ts';
import { queries } from './queries.ts';

type Handler = (...values: unknown[]) => void;

const wire = vi.hoisted(() => {
  const handlers = new Map<string, Handler>();
  const socket = {
    active: false,
    connects: 0,
    on: (event: string, handler: Handler) => handlers.set(event, handler),
    connect: () => {
      socket.connects += 1;
      socket.active = true;
      return socket;
    },
    disconnect: () => socket,
  };
  return { handlers, socket };
});
const io = vi.hoisted(() => vi.fn<() => unknown>());
vi.mock('socket.io-client', () => ({ io: io.mockReturnValue(wire.socket) }));

const tokens = { current: async () => 'a.b.c' };
const nobodyAtom = atom<string | undefined>(undefined);
const openings = () => io.mock.calls.length;

beforeEach(() => {
  wire.socket.active = false;
});

test('[GAL-22] it connects once the page’s reads are done, so that the first view does not wait for it', async () => {
  const before = openings();
  let answer: (value: string) => void = () => undefined;
  const reading = queries.fetchQuery({
    queryKey: ['first view'],
    queryFn: () => new Promise<string>((resolve) => (answer = resolve)),
  });
  openLive(tokens, nobodyAtom).watch('event-log', 'all', () => undefined, false);
  await pass(2_900);
  expect(openings()).toBe(before);
  answer('read');
  await reading;
  await settled();
  expect(openings()).toBe(before + 1);
});

test('a watcher that leaves before the connection opens has watched nothing', async () => {
  const connects = wire.socket.connects;
  const before = openings();
  openLive(tokens, nobodyAtom).watch('event-log', 'all', () => undefined, false)();
  await waitFor(() => expect(openings()).toBe(before + 1));
  await pass(5_000);
  expect(wire.socket.connects).toBe(connects);
});

test('signing in again after a refusal reconnects immediately, without the pause before the next attempt', async () => {
  const userAtom = atom<string | undefined>('an ended session');
  openLive(tokens, userAtom).watch('event-log', 'all', () => undefined, false);
  await waitFor(() => expect(wire.socket.active).toBe(true));
  wire.handlers.get('connect_error')?.(new Error('not_signed_in'));
  wire.socket.active = false;
  const before = wire.socket.connects;
  store.set(userAtom, 'a new session');
  expect(wire.socket.connects).toBe(before + 1);
  await pass(60_000);
  expect(wire.socket.connects).toBe(before + 1);
});
