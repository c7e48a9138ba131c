import { waitFor } from '@testing-library/react';
import { pass } from '../../testing/user.test-kit.ts';
import { LiveConnection } from './live-connection.ts';

type Handler = (...values: unknown[]) => void;

/** A fake socket: records what the connection sends, and delivers the server's messages to it. */
const wire = vi.hoisted(() => {
  const handlers = new Map<string, Handler>();
  const answers = new Map<string, { position: number; value: unknown }>();
  const sent: string[] = [];
  const socket = {
    active: false,
    connected: false,
    on: (event: string, handler: Handler) => handlers.set(event, handler),
    connects: 0,
    io: { opts: {} },
    connect: () => {
      socket.connects += 1;
      socket.active = true;
      return socket;
    },
    disconnect: () => {
      socket.connected = false;
      return socket;
    },
    emit: (event: string, { view, key }: { view: string; key: string }) => sent.push(`${event} ${view}/${key}`),
    timeout: () => ({
      emitWithAck: (event: string, { view, key }: { view: string; key: string }) => {
        sent.push(`${event} ${view}/${key}`);
        return Promise.resolve(answers.get(`${view}/${key}`) ?? { error: { code: 'not_found' } });
      },
    }),
  };
  return { handlers, answers, sent, socket };
});
const io = vi.hoisted(() =>
  vi.fn<(namespace: string, options: { transports: string[]; auth: (answer: () => void) => void }) => unknown>(),
);
vi.mock('socket.io-client', () => ({ io: io.mockReturnValue(wire.socket) }));

afterEach(() => vi.restoreAllMocks());

const serverSends = (event: string, ...values: unknown[]) => wire.handlers.get(event)?.(...values);
const goesLive = async () => {
  wire.socket.connected = true;
  serverSends('connect');
  await Promise.resolve();
};

const open = async () => {
  wire.sent.length = 0;
  wire.socket.connects = 0;
  wire.socket.active = false;
  wire.socket.connected = false;
  const statuses: string[] = [];
  const connection = new LiveConnection({ current: async () => null }, (status) => statuses.push(status));
  const received: unknown[] = [];
  wire.answers.set('brand-licenses/acme', { position: 5, value: 'five' });
  const stop = connection.watch('brand-licenses', 'acme', ({ value }) => received.push(value));
  await goesLive();
  return { received, statuses, stop };
};

test('[FIX-30] where no websocket gets through, the same is polled over HTTP: at once if it is refused, else after a silence', async () => {
  await open();
  expect(io.mock.lastCall?.[1]).toMatchObject({ transports: ['websocket', 'polling'], tryAllTransports: true });
  serverSends('connect_error', { message: 'xhr poll error' });
  expect(wire.socket.io.opts).toEqual({});
  serverSends('connect_error', { message: 'timeout' });
  expect(wire.socket.io.opts).toEqual({ transports: ['polling', 'websocket'] });
  await goesLive();
});

test('[FIX-30] once the browser is online again, the connection is not kept waiting', async () => {
  await open();
  window.dispatchEvent(new Event('online'));
  expect(wire.socket.connects).toBe(1);
  for (const attempt of [1, 2, 3]) {
    serverSends('connect_error', { message: `lost ${attempt}` });
    window.dispatchEvent(new Event('online'));
    expect(wire.socket.connects).toBe(1 + attempt);
  }
  await pass(20_000);
  expect(wire.socket.connects).toBe(4);
});

test('[FIX-30] a device that has slept connects anew and learns what it missed; a tab in the background does not', async () => {
  const { received } = await open();
  wire.answers.set('brand-licenses/acme', { position: 9, value: 'nine' });
  await pass(5_000);
  vi.setSystemTime(Date.now() + 60_000);
  await pass(5_000);
  expect(wire.socket.connects).toBe(1);
  vi.setSystemTime(Date.now() + 3_600_000);
  await pass(5_000);
  expect(wire.socket.connects).toBe(2);
  await goesLive();
  expect(received).toEqual(['five', 'nine']);
});

test('a watcher gets the current state, then never an older one; at the same position, it gets a correction', async () => {
  const { received } = await open();
  const view = { view: 'brand-licenses', key: 'acme' };
  serverSends('view', { ...view, position: 7, value: 'seven' });
  serverSends('view', { ...view, position: 6, value: 'late six' });
  serverSends('view', { ...view, position: 7, value: 'seven again' });
  expect(received).toEqual(['five', 'seven', 'seven again']);
});

test('after a lost connection everything is watched again, so that nothing is missed', async () => {
  const { received, statuses } = await open();
  serverSends('disconnect', 'transport close');
  wire.answers.set('brand-licenses/acme', { position: 9, value: 'nine' });
  await goesLive();
  expect(received).toEqual(['five', 'nine']);
  expect(statuses).toEqual(['live', 'reconnecting', 'live']);
});

test('a room of many documents passes on every change, even one that was folded before the last one received', async () => {
  await open();
  const received: unknown[] = [];
  const receive = ({ value }: { value: unknown }) => received.push(value);
  wire.answers.set('marketplace/all', { position: 5, value: null });
  const connection = new LiveConnection({ current: async () => null }, () => undefined);
  connection.watch('marketplace', 'all', receive, true);
  await waitFor(() => expect(received).toEqual([null]));
  const room = { view: 'marketplace', key: 'all' };
  serverSends('view', { ...room, position: 8, value: 'eighth' });
  serverSends('view', { ...room, position: 7, value: 'seventh' });
  wire.answers.set('marketplace/all', { position: 8, value: null });
  await goesLive();
  await waitFor(() => expect(received).toEqual([null, 'eighth', 'seventh', null]));
});

test('a room of many documents reports which one was removed, and that is not mistaken for a new connection', async () => {
  await open();
  const received: unknown[] = [];
  wire.answers.set('marketplace/all', { position: 5, value: null });
  const connection = new LiveConnection({ current: async () => null }, () => undefined);
  connection.watch('marketplace', 'all', (message) => received.push(message), true);
  const began = { position: 5, value: null };
  await waitFor(() => expect(received).toEqual([began]));
  serverSends('view', { view: 'marketplace', key: 'all', position: 8, value: null, removed: 'item-1' });
  expect(received).toEqual([began, { position: 8, value: null, removed: 'item-1' }]);
});

test('the server is notified when nobody is watching anymore', async () => {
  const { stop } = await open();
  stop();
  expect(wire.sent).toEqual(['watch brand-licenses/acme', 'unwatch brand-licenses/acme']);
});

const connectsAfter = (ms: number) => {
  const before = wire.socket.connects;
  vi.advanceTimersByTime(ms);
  return wire.socket.connects - before;
};

/** After a break, it tries to connect exactly after each of these times, and fails. */
const expectTries = (round: string, delaysMs: readonly number[]) => {
  for (const delayMs of delaysMs) {
    expect(`${round} ${delayMs}: ${connectsAfter(delayMs - 1)}`).toBe(`${round} ${delayMs}: 0`);
    expect(`${round} ${delayMs}: ${connectsAfter(1)}`).toBe(`${round} ${delayMs}: 1`);
    serverSends('connect_error', new Error('no answer'));
  }
};

test('[CONST-01] [CONST-03] it waits 10 s for an answer, and reconnects after exactly 1, 2, 5 and 10 s, then every 10 s', async () => {
  await open();
  expect(io).toHaveBeenLastCalledWith('/live', expect.objectContaining({ timeout: 10_000, reconnection: false }));
  for (const round of ['first', 'after a success']) {
    serverSends('disconnect', 'transport close');
    expectTries(round, [1_000, 2_000, 5_000, 10_000, 10_000, 10_000]);
    await goesLive();
  }
});

test('[PROD-17] told by a stopping node to wait 7 s, it first tries after 7 s, then after 1, 2, 5 and 10 s; the next time, nobody told it', async () => {
  await open();
  serverSends('stopping', { reconnect_after_ms: 7_000 });
  expect(connectsAfter(60_000)).toBe(0);
  serverSends('disconnect', 'transport close');
  expectTries('a planned stop', [7_000, 1_000, 2_000, 5_000, 10_000, 10_000]);
  await goesLive();
  serverSends('disconnect', 'transport close');
  expectTries('a break', [1_000, 2_000]);
});

test('[SEC-08] a connection that the server closed individually is back within a second, to learn whether its session has ended', async () => {
  await open();
  serverSends('disconnect', 'io server disconnect');
  expect(connectsAfter(999)).toBe(0);
  expect(connectsAfter(1)).toBe(1);
});

test('[PROD-17] while nodes can’t reach each other, each client reloads a watched list once in 10 to 30 s, at different times', async () => {
  const room = { view: 'marketplace', key: 'all' };
  const random = vi.spyOn(Math, 'random');
  const readAfter = async (chance: number) => {
    await open();
    wire.answers.set('marketplace/all', { position: 5, value: null });
    const reported: number[] = [];
    const start = Date.now();
    const connection = new LiveConnection({ current: async () => null }, () => undefined);
    connection.watch('marketplace', 'all', () => reported.push(Date.now() - start), true);
    await pass(0);
    random.mockReturnValue(chance);
    for (let second = 0; second < 60; second += 1) {
      serverSends('view', { ...room, position: 6 + second, value: null });
      vi.advanceTimersByTime(1_000);
    }
    return reported;
  };
  expect(await readAfter(0)).toEqual([0, 10_000, 20_000, 30_000, 40_000, 50_000, 60_000]);
  expect(await readAfter(0.5)).toEqual([0, 20_000, 40_000, 60_000]);
  expect(await readAfter(0.99)).toEqual([0, 29_800, 59_800]);
});

test('a list that was already reloaded for another reason is not reloaded for what was missed before', async () => {
  await open();
  wire.answers.set('marketplace/all', { position: 5, value: null });
  const reported: unknown[] = [];
  const connection = new LiveConnection({ current: async () => null }, () => undefined);
  connection.watch('marketplace', 'all', ({ position }) => reported.push(position), true);
  await pass(0);
  serverSends('view', { view: 'marketplace', key: 'all', position: 6, value: null });
  wire.answers.set('marketplace/all', { position: 7, value: null });
  await goesLive();
  await pass(60_000);
  expect(reported).toEqual([5, 7]);
});

test('a connection that was closed here stays closed', async () => {
  await open();
  const before = wire.socket.connects;
  serverSends('disconnect', 'io client disconnect');
  vi.advanceTimersByTime(60_000);
  expect(wire.socket.connects).toBe(before);
});

test('[FIX-01] a token that the server refuses is reported, so that the session can be renewed or ended', async () => {
  const refused = vi.fn();
  const connection = new LiveConnection({ current: async () => 'a.b.c', refused }, () => undefined);
  connection.watch('brand-licenses', 'acme', () => undefined);
  const { auth } = io.mock.lastCall?.[1] ?? {};
  await new Promise<void>((resolve) => auth?.(() => resolve()));
  serverSends('connect_error', new Error('timeout'));
  expect(refused).not.toHaveBeenCalled();
  serverSends('connect_error', new Error('not_signed_in'));
  expect(refused).toHaveBeenCalledWith('a.b.c');
});
