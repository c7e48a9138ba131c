import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Refusal {
  readonly status: number;
  /** The error code, in S3's terms. */
  readonly code: string;
}

/** Stands in front of an S3 server, records the requests, and refuses those it is told to. */
export const startS3Front = async (endpoint: string) => {
  const { hostname, port } = new URL(endpoint);
  const asked: string[] = [];
  let refuse: (asked: string) => Refusal | null = () => null;
  const server = createServer((from, to) => {
    const { method = '', url = '', headers } = from;
    asked.push(`${method} ${url}`);
    const refusal = refuse(`${method} ${url}`);
    if (refusal) {
      from.resume();
      to.writeHead(refusal.status, { 'content-type': 'application/xml' });
      to.end(`<?xml version="1.0"?><Error><Code>${refusal.code}</Code><Message>refused</Message></Error>`);
      return;
    }
    // The host header stays as the client sent it, because the signature covers it.
    const sent = request({ host: hostname, port, method, path: url, headers });
    sent.on('response', (response) => {
      to.writeHead(response.statusCode ?? 0, response.headers);
      response.pipe(to);
    });
    sent.on('error', () => to.destroy());
    to.on('close', () => sent.destroy());
    from.pipe(sent);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The requests since the last call, such as `GET /bucket/key?query`. */
    taken: () => asked.splice(0),
    refuse: (when: (asked: string) => Refusal | null) => {
      refuse = when;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
