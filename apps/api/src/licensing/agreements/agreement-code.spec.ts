import { inflateSync } from 'node:zlib';
import { agreementText } from '@tessera/domain/licensing/agreements/agreement';
import { termsInForce } from '@tessera/domain/licensing/agreements/terms';
import type { License } from '@tessera/domain/licensing/licenses.view';
import decodeQR from 'qr/decode.js';
import { renderAgreement } from './agreement-pdf.ts';

const verifyUrl = 'https://tessera.example/verify/0198f0c2-7b1e-7c33-9d7e-3f5b6a1c2d4e';
const zlibMark = 0x78;
const license = {
  license_id: '0198f0c2-7b1e-7c33-9d7e-3f5b6a1c2d4e',
  item: { title: 'Harbour at dawn', media_type: 'image' },
  creator_name: 'Carla Creator',
  brand_name: 'Northwind',
  license_type: 'perpetual',
  quantity: 1,
  price_cents: 25_000,
  start_date: '2026-11-21T10:00:00.000Z',
  end_date: null,
  basis: null,
  created_at: '2026-11-21T10:00:00.000Z',
} as License;

/** The drawing commands of the pages. The QR code is on the first one. */
const drawnOn = (pdf: Buffer): string => {
  const parts: string[] = [];
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at)) {
    const start = at + 'stream\n'.length;
    at = pdf.indexOf('endstream', start) + 'endstream'.length;
    const packed = pdf.subarray(start, at);
    if (packed[0] === zlibMark) parts.push(inflateSync(packed).toString('latin1'));
  }
  return parts.find((part) => part.includes(' re\n')) ?? '';
};

/** Draws the code's equal squares as the pixels of a picture, with white around them. */
const pictureOf = (squares: readonly { readonly x: number; readonly y: number }[], sidePt: number) => {
  const pixels = 4;
  const border = 4;
  const [left, top] = [Math.min(...squares.map(({ x }) => x)), Math.min(...squares.map(({ y }) => y))];
  const places = squares.map(({ x, y }) => [Math.round((x - left) / sidePt), Math.round((y - top) / sidePt)] as const);
  const size = (Math.max(...places.flat()) + 1 + 2 * border) * pixels;
  const data = new Uint8Array(size * size * 4).fill(255);
  for (const [column, row] of places)
    for (let pixel = 0; pixel < pixels * pixels; pixel += 1) {
      const x = (column + border) * pixels + (pixel % pixels);
      const y = (row + border) * pixels + Math.floor(pixel / pixels);
      data.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
    }
  return { width: size, height: size, data };
};

it('the QR code of an agreement scans as the address of its proof', async () => {
  const text = agreementText(termsInForce(), { ...license, content_title: license.item.title });
  const pdf = await renderAgreement(license, text, { thumbnail: null, sha256: 'ab'.repeat(32), verifyUrl });
  const drawn = [...drawnOn(pdf).matchAll(/([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) re/g)].map((found) => {
    const [x = 0, y = 0, width = 0, height = 0] = found.slice(1).map(Number);
    return { x, y, width, height };
  });
  const side = Math.min(...drawn.map(({ height }) => height));
  const bars = drawn.filter(({ height }) => height === side);
  const squares = bars.flatMap(({ x, y, width }) =>
    Array.from({ length: Math.round(width / side) }, (_, nth) => ({ x: x + nth * side, y })),
  );
  expect(squares.length).toBeGreaterThan(200);
  expect(decodeQR(pictureOf(squares, side))).toBe(verifyUrl);
});
