import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

const orderOf = /^Message-ID: <receipt\.([^@>]+)@/im;

/** A mail server that takes some time for each email and records when it received which. */
export const startSlowMailServer = async (takesMs: number) => {
  /** By order: when its receipt was received, each time. */
  const taken = new Map<string, number[]>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, _session, done) => {
      let head = '';
      stream.on('data', (chunk: Buffer) => (head ||= chunk.toString('latin1')));
      stream.once('end', () => {
        const order = orderOf.exec(head)?.[1];
        setTimeout(() => {
          if (order) taken.set(order, [...(taken.get(order) ?? []), performance.now()]);
          done();
        }, takesMs);
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `smtp://127.0.0.1:${port}`, taken, close };
};
