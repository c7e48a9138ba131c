import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { BSON, Timestamp } from 'mongodb';
import { messagesOf } from '../servers/ferretdb.ts';

const opReply = 1;
const opQuery = 2004;
const opMsg = 2013;
const headerBytes = 16;
/** Header and flags; then the kind byte of the first section, which is the command itself. */
const sectionsAt = headerBytes + 4;
const documentAt = sectionsAt + 1;
/** Header, flags, cursor, position and count. */
const replyDocumentAt = headerBytes + 20;

type Body = Record<string, unknown>;

export interface Command {
  readonly name: string;
  /** Empty for commands without a collection. */
  readonly collection: string;
  readonly body: Body;
}

/**
 * What happens to a command: carried out and answered, carried out without an answer, or not carried out and answered
 * with this.
 */
export type Fate = 'answered' | 'answer lost' | { readonly answer: Body };

const notPrimary = { ok: 0, errmsg: 'not primary', code: 10_107, codeName: 'NotWritablePrimary' };
/** Fields that a member of a replica set accepts but FerretDB doesn't know. */
const ofReplicaSets = ['lsid', 'txnNumber', '$clusterTime', 'readConcern'];

const opOf = (message: Buffer) => message.readInt32LE(12);
const bodyAt = (message: Buffer) => {
  const op = opOf(message);
  if (op === opMsg) return documentAt;
  if (op === opReply) return replyDocumentAt;
  // Header and flags; the name of the collection ends with a zero byte; then two numbers.
  return message.indexOf(0, sectionsAt) + 1 + 8;
};
const bodyOf = (message: Buffer): Body => {
  const at = bodyAt(message);
  // Numbers keep their BSON type: the driver insists on it.
  return BSON.deserialize(message.subarray(at, at + message.readInt32LE(at)), { promoteValues: false });
};

/** The same message with another document. */
const withBody = (message: Buffer, body: Body) => {
  const at = bodyAt(message);
  const rest = message.subarray(at + message.readInt32LE(at));
  const changed = Buffer.concat([message.subarray(0, at), BSON.serialize(body), rest]);
  changed.writeInt32LE(changed.length, 0);
  return changed;
};

/** An answer made up here instead of by the server. */
const answerTo = (message: Buffer, body: Body) => {
  const head = Buffer.alloc(documentAt);
  message.copy(head, 8, 4, 8);
  head.writeInt32LE(opMsg, 12);
  const answer = Buffer.concat([head, BSON.serialize(body)]);
  answer.writeInt32LE(answer.length, 0);
  return answer;
};

const commandOf = (message: Buffer): Command => {
  const body = bodyOf(message);
  const [[name, value] = ['', '']] = Object.entries(body);
  return { name, collection: typeof value === 'string' ? value : '', body };
};

const isHello = ({ name }: Command) => /^(hello|ismaster)$/i.test(name);

/**
 * Makes a standalone server look like the only member of a replica set: it is the primary, or it isn't while the others
 * elect one. Like a real member, it reports the time of each operation and carries out a retried write only once.
 */
export class ReplicaSetDouble {
  readonly #server: Server;
  readonly #target: number;
  readonly #clients = new Set<Socket>();
  /** The answer to each write, by session and number. */
  readonly #written = new Map<string, Body>();
  readonly #seen: Command[] = [];
  #leads = true;
  #terms = 1;
  #operations = 0;
  /** Decides the fate of each command while this member is the primary. */
  fate: (command: Command) => Promise<Fate> | Fate = () => 'answered';

  private constructor(server: Server, target: number) {
    this.#server = server;
    this.#target = target;
  }

  /** @param address of the server, mongodb://host:port */
  static async inFrontOf(address: string) {
    const server = createServer();
    const double = new ReplicaSetDouble(server, Number(new URL(address).port));
    server.on('connection', (client) => void double.#serve(client));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return double;
  }

  /** The connection string of a database. */
  url(database: string) {
    return `mongodb://${this.#host}/${database}?replicaSet=rs0`;
  }

  /** Every command so far, except those that only monitor the member. */
  get seen(): readonly Command[] {
    return this.#seen;
  }

  /** From now on it refuses what only a primary does, until it is elected. */
  stepDown() {
    this.#leads = false;
  }

  elect() {
    this.#leads = true;
    this.#terms += 1;
  }

  async close() {
    for (const client of this.#clients) client.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  get #host() {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async #serve(client: Socket) {
    this.#clients.add(client);
    const server = connect(this.#target, '127.0.0.1');
    const sockets = [client, server];
    for (const socket of sockets) socket.on('error', () => sockets.forEach((each) => each.destroy()));
    const replies = messagesOf(server);
    const carryOut = async (message: Buffer) => {
      server.write(message);
      const reply = await replies.next();
      if (!reply.value) throw new Error('The server is gone');
      return reply.value;
    };
    try {
      for await (const message of messagesOf(client)) {
        const answer = await this.#answer(message, carryOut);
        if (!answer) break;
        client.write(answer);
      }
    } catch {
      // One of the two connections is closed; the other one is closed below.
    } finally {
      for (const socket of sockets) socket.destroy();
      this.#clients.delete(client);
    }
  }

  /** Null if the answer is lost. */
  async #answer(message: Buffer, carryOut: (message: Buffer) => Promise<Buffer>) {
    const command = commandOf(message);
    if (isHello(command) || opOf(message) === opQuery) {
      const reply = await carryOut(message);
      return withBody(reply, { ...bodyOf(reply), ...this.#standing() });
    }
    this.#seen.push(command);
    const { lsid, txnNumber } = command.body;
    const isRetryable = txnNumber !== undefined;
    if (!this.#leads) {
      return answerTo(message, { ...notPrimary, ...(isRetryable && { errorLabels: ['RetryableWriteError'] }) });
    }
    const write = isRetryable ? JSON.stringify([lsid, txnNumber]) : null;
    const before = write === null ? undefined : this.#written.get(write);
    if (before) return answerTo(message, before);
    const fate = await this.fate(command);
    if (typeof fate === 'object') return answerTo(message, fate.answer);
    const body = { ...command.body };
    for (const name of ofReplicaSets) delete body[name];
    const reply = await carryOut(withBody(message, body));
    this.#operations += 1;
    const answer = { ...bodyOf(reply), operationTime: new Timestamp({ t: this.#operations, i: 1 }) };
    if (write !== null) this.#written.set(write, answer);
    return fate === 'answer lost' ? null : withBody(reply, answer);
  }

  #standing() {
    const me = this.#host;
    return {
      ismaster: this.#leads,
      isWritablePrimary: this.#leads,
      secondary: !this.#leads,
      setName: 'rs0',
      setVersion: 1,
      electionId: BSON.ObjectId.createFromTime(this.#terms),
      hosts: [me],
      me,
      logicalSessionTimeoutMinutes: 30,
    };
  }
}
