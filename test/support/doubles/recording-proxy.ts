import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { BSON } from 'mongodb';
import { messagesOf } from '../servers/ferretdb.ts';

/**
 * The beginning of a message of the MongoDB protocol: its length, three more numbers, flags and the kind of its first
 * section.
 */
const headBytes = 21;

export interface Command {
  /** Such as `find`. */
  readonly name: string;
  /** The collection, or whatever else the command is about. */
  readonly of: unknown;
  readonly body: Readonly<Record<string, unknown>>;
}

interface RecordingProxy {
  readonly port: number;
  /** All commands that were sent, except those by which a driver monitors the server. */
  readonly commands: readonly Command[];
  /** Documents that were returned or written, by collection. */
  readonly documents: ReadonlyMap<string, number>;
  forget(): void;
  close(): Promise<void>;
}

const bodyOf = (message: Buffer) => {
  const end = headBytes + message.readInt32LE(headBytes);
  return BSON.deserialize(message.subarray(headBytes, end)) as Readonly<Record<string, unknown>>;
};

const isOfDriver = (name: string) => /^(hello|ismaster|ping|endSessions)$/i.test(name);

const documentsIn = (reply: Readonly<Record<string, unknown>>) => {
  const { firstBatch, nextBatch } = (reply['cursor'] ?? {}) as Readonly<Record<string, readonly unknown[]>>;
  return (firstBatch ?? nextBatch ?? []).length + Number(reply['n'] ?? 0);
};

/** A proxy to a MongoDB server that records commands and answers; `hold` may delay a command. */
export const startRecordingProxy = async (
  target: number,
  hold: (command: Command) => Promise<void> | undefined = () => undefined,
): Promise<RecordingProxy> => {
  const open = new Set<Socket>();
  const commands: Command[] = [];
  const documents = new Map<string, number>();
  const carry = async (client: Socket, server: Socket) => {
    const replies = messagesOf(server);
    for await (const message of messagesOf(client)) {
      // The only message of another kind is the first greeting of a driver.
      const isMessage = message.readInt32LE(12) === 2013;
      const body = isMessage ? bodyOf(message) : {};
      const [name = 'hello', of] = Object.entries(body)[0] ?? [];
      const command = { name, of, body };
      if (!isOfDriver(name)) {
        commands.push(command);
        await hold(command);
      }
      server.write(message);
      const reply = await replies.next();
      if (!reply.value) break;
      if (!isOfDriver(name))
        documents.set(`${String(of)}`, (documents.get(String(of)) ?? 0) + documentsIn(bodyOf(reply.value)));
      client.write(reply.value);
    }
  };
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.once('close', () => [client, upstream].forEach((each) => open.delete(each) && each.destroy()));
    }
    carry(client, upstream)
      .catch(() => undefined)
      .finally(() => [client, upstream].forEach((each) => each.destroy()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    commands,
    documents,
    forget: () => {
      commands.splice(0);
      documents.clear();
    },
    close: async () => {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
};
