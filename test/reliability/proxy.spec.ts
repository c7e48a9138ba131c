import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Attempts } from '../../apps/api/src/adapters/attempts/attempts.ts';
import { caddyMissing, startCaddy } from '../support/servers/caddy.ts';
import { needs } from '../support/servers/needs.ts';
import { startWholeApp } from '../support/worlds/whole-app.ts';

type WholeApp = Awaited<ReturnType<typeof startWholeApp>>;

/** The address of the load balancer in front of the proxy, which `TRUSTED_BALANCERS` lists. */
const balancerAddress = '127.0.0.2';
const visitors = Array.from({ length: 40 }, (_unused, index) => `127.0.1.${index + 1}`);
const attemptsAddress = 'adminSignInsPerAddress:';

interface Asked {
  readonly port: number;
  readonly from: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const ask = ({ port, from, path, headers = {}, body }: Asked) =>
  new Promise<number>((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const asked = request({ host: '127.0.0.1', port, path, method, headers, localAddress: from, agent: false });
    asked.on('response', (response: IncomingMessage) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    asked.on('error', reject);
    asked.end(body);
  });

/** Passes every request on, and appends the sender's address to what the client claimed, as load balancers do. */
const startBalancer = async (target: number) => {
  const server: Server = createServer((from, to) => {
    const claimed = from.headers['x-forwarded-for'];
    const told = [claimed, from.socket.remoteAddress].filter(Boolean).join(', ');
    const headers = { ...from.headers, 'x-forwarded-for': told };
    const { method, url: path } = from;
    const asked = request({ host: '127.0.0.1', port: target, method, path, headers, localAddress: balancerAddress });
    asked.on('response', (response) => {
      to.writeHead(response.statusCode ?? 0, response.headers);
      response.pipe(to);
    });
    asked.on('error', () => to.destroy());
    from.pipe(asked);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
};

needs('Caddy', caddyMissing)('behind a load balancer and the bundled proxy', () => {
  let nodes: readonly WholeApp[];
  let caddy: Awaited<ReturnType<typeof startCaddy>>;
  let balancer: Awaited<ReturnType<typeof startBalancer>>;
  beforeAll(async () => {
    nodes = await Promise.all([0, 1].map(() => startWholeApp({ TRUST_PROXY: '127.0.0.1' })));
    caddy = await startCaddy(
      nodes.map(({ config }) => config.port),
      `${balancerAddress} 10.0.0.0/8`,
    );
    balancer = await startBalancer(caddy.port);
  }, 60_000);
  afterAll(async () => {
    balancer.close();
    await caddy.stop();
    for (const node of nodes) await node.close();
  });

  /** The addresses by which the nodes counted sign-ins during the work. The apps of a test share the counts. */
  const countedWhile = async (work: () => Promise<unknown>) => {
    const counting = jest.spyOn(nodes[0]!.app.get<Attempts>(Attempts), 'take');
    await work();
    const keys = counting.mock.calls.map(([key]) => key);
    counting.mockRestore();
    return keys.filter((key) => key.startsWith(attemptsAddress)).map((key) => key.slice(attemptsAddress.length));
  };
  const signIn = (port: number, from: string, claimed?: string) =>
    ask({
      port,
      from,
      path: '/api/admin/session',
      headers: {
        'content-type': 'application/json',
        ...(claimed === undefined ? {} : { 'x-forwarded-for': claimed }),
      },
      body: '{"email":"a@example.com","password":"a guess"}',
    });

  it('[PROD-16] each person is one address, whatever they claim', async () => {
    const counted = await countedWhile(async () => {
      for (const visitor of visitors) await signIn(balancer.port, visitor, '203.0.113.7, 10.1.2.3');
    });
    expect(counted).toEqual(visitors);
  });

  it('[PROD-16] a client that bypasses the load balancer counts by its own address, whatever it claims', async () => {
    const counted = await countedWhile(() => signIn(caddy.port, '127.0.0.9', '203.0.113.7'));
    expect(counted).toEqual(['127.0.0.9']);
  });

  it('[PROD-16] the sockets of many people are spread over the nodes, and those of one person stay at one', async () => {
    const served = nodes.map(({ app }) => {
      const clients: string[] = [];
      const server = app.getHttpServer();
      server.on('request', ({ url, headers }: IncomingMessage) => {
        if (url?.startsWith('/socket.io/')) clients.push(String(headers['x-forwarded-for']));
      });
      return clients;
    });
    const path = '/socket.io/?EIO=4&transport=polling';
    for (const _time of ['first', 'second'])
      for (const from of visitors) expect(await ask({ port: balancer.port, from, path })).toBe(200);
    const [one, other] = served.map((clients) => new Set(clients));
    expect([...(one ?? []), ...(other ?? [])].sort()).toEqual([...visitors].sort());
    expect(Math.min(one?.size ?? 0, other?.size ?? 0)).toBeGreaterThan(visitors.length / 5);
  });
});
