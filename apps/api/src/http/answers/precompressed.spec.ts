import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as ask } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import express from 'express';
import { precompressed } from './precompressed.ts';

const script = 'export const words = "The same words again and again. ";\n'.repeat(100);
let folder: string;
let server: Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-assets-'));
  writeFileSync(join(folder, 'page-1a2b.js'), script);
  writeFileSync(join(folder, 'page-1a2b.js.br'), brotliCompressSync(script));
  writeFileSync(join(folder, 'page-1a2b.js.gz'), gzipSync(script));
  writeFileSync(join(folder, 'small.js'), 'export {};');
  const app = express();
  app.use(precompressed(folder, express.static(folder, { index: false, fallthrough: false })));
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Reads the bytes as they were sent: `fetch` would decompress them. */
const read = (path: string, encodings: string) =>
  new Promise<Answer>((resolve, reject) => {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    ask({ port, path, host: '127.0.0.1', headers: { 'accept-encoding': encodings } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });

it.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)(
  'a browser that accepts %s gets the script as %s, with the content type of a script',
  async (reads, coding, unpack) => {
    const { headers, body } = await read('/page-1a2b.js', reads);
    expect(headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept-Encoding' });
    expect(headers['content-type']).toMatch(/^text\/javascript/);
    expect(body.length).toBeLessThan(script.length / 10);
    expect(unpack(body).toString()).toBe(script);
  },
);

it.each([
  ['/page-1a2b.js', 'identity', script],
  ['/small.js', 'br, gzip', 'export {};'],
])('%s is sent uncompressed to a client that accepts %s', async (path, reads, text) => {
  const { headers, body } = await read(path, reads);
  expect(headers['content-encoding']).toBeUndefined();
  expect(headers.vary).toBe('Accept-Encoding');
  expect(body.toString()).toBe(text);
});

it('a missing script is answered 404, without a content encoding', async () => {
  const { status, headers } = await read('/gone.js', 'br');
  expect(status).toBe(404);
  expect(headers['content-encoding']).toBeUndefined();
});
