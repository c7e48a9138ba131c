import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

interface Pair {
  readonly client: Socket;
  readonly product: Socket;
  isStalled: boolean;
}

/** Passes bytes between clients and the product, and misbehaves as networks do. */
export class Proxy {
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  #stallAfterMs: number | null = null;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** @param port of the product */
  static async before(port: number): Promise<Proxy> {
    const server = createServer();
    const proxy = new Proxy(server);
    server.on('connection', (client) => proxy.#join(client, connect(port, '127.0.0.1')));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** From now on, every connection, open or new, is no longer read after a while. */
  stallAll(afterMs: number): void {
    this.#stallAfterMs = afterMs;
    for (const pair of this.#pairs) this.#stallLater(pair);
  }

  /** Resumes reading the stalled connections. */
  release(): void {
    this.#stallAfterMs = null;
    for (const pair of this.#pairs) {
      pair.isStalled = false;
      if (pair.client.destroyed) pair.product.destroy();
      else pair.product.resume();
    }
  }

  /** Destroys one connection in both directions, without a close; false if none is open. */
  cutOne(): boolean {
    const pairs = [...this.#pairs];
    const pair = pairs[Math.floor(Math.random() * pairs.length)];
    pair?.client.resetAndDestroy();
    pair?.product.resetAndDestroy();
    return pair !== undefined;
  }

  async close(): Promise<void> {
    this.#server.close();
    for (const { client, product } of this.#pairs) {
      client.destroy();
      product.destroy();
    }
    await once(this.#server, 'close');
  }

  #join(client: Socket, product: Socket): void {
    const pair: Pair = { client, product, isStalled: false };
    this.#pairs.add(pair);
    client.pipe(product, { end: false });
    product.on('data', (chunk: Buffer) => {
      if (!client.write(chunk)) product.pause();
    });
    client.on('drain', () => {
      if (!pair.isStalled) product.resume();
    });
    product.on('end', () => client.end());
    product.on('close', () => {
      this.#pairs.delete(pair);
      client.destroy();
    });
    // If nothing gets through, the product must not learn of a client that gave up either.
    client.on('close', () => {
      if (!pair.isStalled) product.destroy();
    });
    // An error is followed by `close`, which is handled above.
    client.on('error', () => undefined);
    product.on('error', () => undefined);
    if (this.#stallAfterMs !== null) this.#stallLater(pair);
  }

  #stallLater(pair: Pair): void {
    setTimeout(() => {
      if (this.#stallAfterMs === null || !this.#pairs.has(pair)) return;
      pair.isStalled = true;
      pair.product.pause();
    }, this.#stallAfterMs ?? 0).unref();
  }
}
