import type { NodeStopping } from '@tessera/contract/kernel/live';
import { checkMessage } from '../../../../../test/support/description/check-answers.ts';
import { connect, watch } from '../../../../../test/support/live.ts';
import { get } from '../../../../../test/support/worlds/client.ts';
import { startWholeApp } from '../../../../../test/support/worlds/whole-app.ts';

const connections = 20;
type Socket = Awaited<ReturnType<typeof connect>>;

/** Rejects if the connection is closed without a word. */
const toldBy = (socket: Socket) =>
  new Promise<NodeStopping>((resolve, reject) => {
    socket.once('stopping', resolve);
    socket.once('disconnect', (reason) => reject(new Error(`Closed without being told when to return: ${reason}`)));
  });

it('[PROD-17] a node that stops tells each of its connections to return at a time of its own, from 1 s to 11 s later', async () => {
  const whole = await startWholeApp();
  const sockets = await Promise.all(Array.from({ length: connections }, () => connect(whole.url)));
  // Also reads the description, which can’t be asked for once the node has stopped.
  await Promise.all(sockets.map((socket) => watch(socket, 'marketplace', 'all')));
  const described = await get<{ 'x-live': { received: object } }>(`${whole.url}/api/openapi.json`);
  expect(described['x-live'].received).toMatchObject({ stopping: { $ref: '#/components/schemas/NodeStopping' } });

  const [told] = await Promise.all([Promise.all(sockets.map(toldBy)), whole.close()]);
  await Promise.all(told.map((message) => checkMessage(whole.url, 'NodeStopping', message)));
  const waitsMs = told.map(({ reconnect_after_ms }) => reconnect_after_ms).sort((one, other) => one - other);
  expect(waitsMs).toEqual(Array.from({ length: connections }, (_unused, place) => 1_000 + place * 500));
});
