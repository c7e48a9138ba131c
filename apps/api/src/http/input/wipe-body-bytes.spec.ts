import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import express from 'express';
import { wipeBodyBytes } from './wipe-body-bytes.ts';

const card = { cardNumber: '4000008731904625', names: 'Щедрий '.repeat(20_000) };

/** Sends a body to a real server. Returns what the server read, and what is left in the chunks that it arrived in. */
const post = async (body: Buffer, headers: Readonly<Record<string, string>>) => {
  const chunks: Buffer[] = [];
  const application = express();
  application.use((incoming, _response, next) => {
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    next();
  });
  application.use(wipeBodyBytes, express.json({ limit: '1mb' }), express.raw({ type: 'image/png', limit: '1mb' }));
  application.post('/', ({ body: read }, response) => void response.send(Buffer.isBuffer(read) ? read : { read }));
  const server = createServer(application).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const sent = request({ host: '127.0.0.1', port, method: 'POST', headers });
    // In at least two chunks, the first of which ends in the middle of a letter.
    sent.write(body.subarray(0, body.indexOf('Щ') + 1));
    sent.end(body.subarray(body.indexOf('Щ') + 1));
    const [answer] = (await once(sent, 'response')) as [NodeJS.ReadableStream];
    return { answer: await text(answer), left: Buffer.concat(chunks) };
  } finally {
    server.close();
  }
};

const json = Buffer.from(JSON.stringify(card));

it('the bytes of a form are overwritten once read, and the form is read in full', async () => {
  const { answer, left } = await post(json, { 'content-type': 'application/json' });
  expect(JSON.parse(answer)).toEqual({ read: card });
  expect(left).toHaveLength(json.length);
  expect(left.every((byte) => byte === 0)).toBe(true);
});

it('compressed bodies and files are left alone, as they are read later', async () => {
  const zipped = gzipSync(json);
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  expect(JSON.parse((await post(zipped, headers)).answer)).toEqual({ read: card });
  const picture = await post(json, { 'content-type': 'image/png' });
  expect(picture.answer).toBe(json.toString());
  expect(picture.left.equals(json)).toBe(true);
});

it('a text that no route reads is overwritten as well', async () => {
  const { left } = await post(json, { 'content-type': 'text/plain' });
  expect(left).toHaveLength(json.length);
  expect(left.every((byte) => byte === 0)).toBe(true);
});
