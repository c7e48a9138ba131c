import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MongoConnection } from './mongodb.ts';
import { VaultUnavailable } from './records/port.ts';

/** Runs with a connection to a server of this machine that treats each client this way. */
const withServer = async <Result>(treat: (client: Socket) => void, use: (socket: Socket) => Promise<Result>) => {
  const server = createServer(treat).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  try {
    return await use(socket);
  } finally {
    socket.destroy();
    server.close();
  }
};

const written = (socket: Socket) =>
  new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.write('x', (error) => (error ? reject(error) : resolve()));
  });

const nobodyListens = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  await once(connect(port, '127.0.0.1'), 'connect');
};

/** What the sockets and streams of a driver throw once its server is gone, each thrown by Node itself. */
const losses: readonly (readonly [what: string, work: () => Promise<unknown>, message: RegExp])[] = [
  [
    'a socket that the server has ended',
    () =>
      withServer(
        (client) => client.end(),
        async (socket) => {
          socket.resume();
          await once(socket, 'end');
          await written(socket);
        },
      ),
    /This socket has been ended by the other party/,
  ],
  [
    'a socket that the server has reset',
    () =>
      withServer(
        (client) => client.resetAndDestroy(),
        (socket) => once(socket, 'data'),
      ),
    /ECONNRESET/,
  ],
  ['a server that is not there', nobodyListens, /ECONNREFUSED/],
  [
    'a destroyed socket',
    () =>
      withServer(
        () => undefined,
        async (socket) => {
          socket.destroy();
          await written(socket);
        },
      ),
    /Cannot call write after a stream was destroyed|socket/i,
  ],
  [
    'an answer cut off',
    () => {
      const answer = new PassThrough();
      answer.destroy();
      return pipeline(answer, new PassThrough());
    },
    /Premature close|destroyed/i,
  ],
  ['an operation given up', () => once(new PassThrough(), 'data', { signal: AbortSignal.abort() }), /aborted/],
];

/** Behind a load balancer the driver asks no server who leads, so none has to run here. */
const connectionOf = () => new MongoConnection('mongodb://127.0.0.1:1/tessera?loadBalanced=true', VaultUnavailable);

test.each(losses)('[PROD-24] %s is a store that is unavailable', async (_what, work, message) => {
  const connection = connectionOf();
  const attempt = connection.attempt('read a session', work);
  await expect(attempt).rejects.toThrow(VaultUnavailable);
  await expect(attempt).rejects.toThrow(message);
  await expect(connection.read('read a session', work)).rejects.toThrow(VaultUnavailable);
  await connection.close();
});

test('an error of our own passes through', async () => {
  const connection = connectionOf();
  const own = new TypeError('Cannot read properties of undefined');
  await expect(connection.attempt('read a session', () => Promise.reject(own))).rejects.toBe(own);
  await connection.close();
});
