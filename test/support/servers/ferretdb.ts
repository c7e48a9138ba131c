import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SerialQueue } from '../../../apps/api/src/kernel/async/serial-queue.ts';
import { until } from '../until.ts';

const lengthBytes = 4;
/** The name of a message's command is within this many bytes of its beginning. */
const headMaxBytes = 64;

/** Heartbeats must not queue: a driver would mistake a busy server for one that is down. */
const isHeartbeat = (command: Buffer) => /hello|ismaster/i.test(command.toString('latin1', 0, headMaxBytes));

/** The incoming messages of the MongoDB protocol: each begins with its own length. */
export const messagesOf = async function* (socket: Socket): AsyncGenerator<Buffer, void> {
  let received: Buffer = Buffer.alloc(0);
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk as Buffer]);
    while (received.length >= lengthBytes && received.length >= received.readInt32LE(0)) {
      const length = received.readInt32LE(0);
      yield received.subarray(0, length);
      received = received.subarray(length);
    }
  }
};

/** Relays one client's commands, each when no other command is in progress. */
const relay = async (client: Socket, path: string, turns: SerialQueue) => {
  const server = connect(path);
  const sockets = [client, server];
  for (const socket of sockets) socket.on('error', () => sockets.forEach((each) => each.destroy()));
  try {
    const replies = messagesOf(server);
    for await (const command of messagesOf(client)) {
      const answer = async () => {
        server.write(command);
        const reply = await replies.next();
        if (reply.value) client.write(reply.value);
        else client.destroy();
      };
      await (isHeartbeat(command) ? answer() : turns.run(answer));
    }
  } catch {
    // One of the two connections is closed; the other one is closed below.
  } finally {
    for (const socket of sockets) socket.destroy();
  }
};

/**
 * FerretDB 1.24 on SQLite: a server that speaks the MongoDB protocol. It is not MongoDB: it finds a document and writes
 * it in two steps, where MongoDB changes one document atomically. It is therefore placed behind a gate that lets
 * through one command of all clients at a time. It has neither transactions nor replica sets, and scans a whole
 * collection where MongoDB would use an index, so its figures say nothing about MongoDB's speed.
 */
export class FerretDb {
  readonly #program: string;
  readonly #directory: string;
  readonly #clients = new Set<Socket>();
  #port = 0;
  #gate: Server | null = null;
  #process: ChildProcess | null = null;

  private constructor(program: string, directory: string) {
    this.#program = program;
    this.#directory = directory;
  }

  /** Starts with new data, on a free port. */
  static async start(program: string) {
    const ferretDb = new FerretDb(program, await mkdtemp(join(tmpdir(), 'ferretdb-')));
    await ferretDb.start();
    return ferretDb;
  }

  get address() {
    return `mongodb://127.0.0.1:${this.#port}`;
  }

  /** Starts again after a kill, on the same port, with the same data. */
  async start() {
    const path = join(this.#directory, 'socket');
    await rm(path, { force: true });
    const options = {
      handler: 'sqlite',
      // Survives a kill of the process as it is; only a power cut would require syncing to disk.
      'sqlite-url': `file:${this.#directory}/?_pragma=synchronous(off)`,
      'state-dir': this.#directory,
      'listen-addr': '',
      'listen-unix': path,
      'debug-addr': '-',
      telemetry: 'disable',
      'log-level': 'error',
    };
    const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
    this.#process = spawn(this.#program, args, { stdio: 'ignore', cwd: this.#directory });
    await until('FerretDB answers', () => this.#answers(path));
    const turns = new SerialQueue();
    const gate = createServer((client) => {
      this.#clients.add(client);
      void relay(client, path, turns).then(() => this.#clients.delete(client));
    });
    gate.listen(this.#port, '127.0.0.1');
    await once(gate, 'listening');
    this.#port = (gate.address() as AddressInfo).port;
    this.#gate = gate;
  }

  /** Like `kill -9`, in the middle of whatever is in progress. */
  async kill() {
    const running = this.#process;
    this.#process = null;
    if (running && running.exitCode === null && running.signalCode === null) {
      running.kill('SIGKILL');
      await once(running, 'exit');
    }
    const gate = this.#gate;
    this.#gate = null;
    if (!gate) return;
    for (const client of this.#clients) client.destroy();
    gate.close();
    await once(gate, 'close');
  }

  /** Stops the server and deletes its data. */
  async stop() {
    await this.kill();
    await rm(this.#directory, { recursive: true, force: true });
  }

  async #answers(path: string) {
    const { exitCode } = this.#process ?? {};
    if (typeof exitCode === 'number') throw new Error(`FerretDB ended with exit code ${exitCode}`);
    const probe = connect(path);
    return new Promise<boolean>((resolve) => {
      probe.once('connect', () => resolve(true)).once('error', () => resolve(false));
    }).finally(() => probe.destroy());
  }
}
