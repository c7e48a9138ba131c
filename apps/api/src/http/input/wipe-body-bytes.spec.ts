import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import express from 'express';
import { wipeBodyBytes } from './wipe-body-bytes.ts';

const card = { cardNumber: '4000008731904625', names: 'Щедрий '.repeat(20_000) };

/** Sends a body to a real server; answers what was read there, and what is left of the pieces it came in. */
const post = async (body: Buffer, headers: Readonly<Record<string, string>>) => {
  const pieces: Buffer[] = [];
  const application = express();
  application.use((incoming, _response, next) => {
    incoming.on('data', (piece: Buffer) => pieces.push(piece));
    next();
  });
  application.use(wipeBodyBytes, express.json({ limit: '1mb' }), express.raw({ type: 'image/png', limit: '1mb' }));
  application.post('/', ({ body: read }, response) => void response.send(Buffer.isBuffer(read) ? read : { read }));
  const server = createServer(application).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const sent = request({ host: '127.0.0.1', port, method: 'POST', headers });
    // In two pieces at least, the first of which ends within a letter.
    sent.write(body.subarray(0, body.indexOf('Щ') + 1));
    sent.end(body.subarray(body.indexOf('Щ') + 1));
    const [answer] = (await once(sent, 'response')) as [NodeJS.ReadableStream];
    return { answer: await text(answer), left: Buffer.concat(pieces) };
  } finally {
    server.close();
  }
};

const json = Buffer.from(JSON.stringify(card));

it('the bytes of a form are overwritten once they were read, and what was read is whole', async () => {
  const { answer, left } = await post(json, { 'content-type': 'application/json' });
  expect(JSON.parse(answer)).toEqual({ read: card });
  expect(left).toHaveLength(json.length);
  expect(left.every((byte) => byte === 0)).toBe(true);
});

it('what is packed, and what is no form, is left to who reads it later', async () => {
  const packed = gzipSync(json);
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  expect(JSON.parse((await post(packed, headers)).answer)).toEqual({ read: card });
  const picture = await post(json, { 'content-type': 'image/png' });
  expect(picture.answer).toBe(json.toString());
  expect(picture.left.equals(json)).toBe(true);
});

it('a text that nobody reads is overwritten as it goes by', async () => {
  const { left } = await post(json, { 'content-type': 'text/plain' });
  expect(left).toHaveLength(json.length);
  expect(left.every((byte) => byte === 0)).toBe(true);
});
