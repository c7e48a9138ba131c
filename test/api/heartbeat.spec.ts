import timers from 'node:timers';
import { connect, watch } from '../support/live.ts';
import { startWholeApp } from '../support/worlds/whole-app.ts';
import type { WholeApp } from '../support/worlds/whole-app.ts';

const heartbeatMs = 30_000;

let whole: WholeApp;
beforeAll(async () => {
  whole = await startWholeApp();
}, 60_000);
afterAll(async () => {
  jest.restoreAllMocks();
  await whole.close();
});

it('[CONST-02] a live connection sends a heartbeat every 30000 ms: whenever the server’s timer fires, which then starts again', async () => {
  const set = jest.spyOn(timers, 'setTimeout');
  const socket = await connect(whole.url);
  const timer = set.mock.calls.findIndex(([, ms]) => ms === heartbeatMs);
  const ask = set.mock.calls[timer]?.[0] as () => void;
  const beginAgain = jest.spyOn(set.mock.results[timer]?.value as NodeJS.Timeout, 'refresh');
  const sent: string[] = [];
  socket.io.engine.on('packetCreate', ({ type }: { type: string }) => sent.push(type));
  const answered = () => watch(socket, 'marketplace', 'all');
  await answered();
  expect(sent).toEqual(['message']);
  for (const count of [1, 2, 3]) {
    sent.length = 0;
    const pinged = new Promise((resolve) => socket.io.once('ping', () => resolve(undefined)));
    ask();
    await pinged;
    await answered();
    expect(sent).toEqual(['pong', 'message']);
    expect(beginAgain).toHaveBeenCalledTimes(count);
  }
  socket.close();
});
