import { noText } from './suggestion.ts';
import { readEmbeddedText } from './embedded-text.ts';

const bytes = (text: string) => [...new TextEncoder().encode(text)];
const u16 = (number: number) => [number >> 8, number & 255];
const part = (marker: number, data: readonly number[]) => [0xff, marker, ...u16(data.length + 2), ...data];
const dataset = (number: number, text: string) => {
  const data = bytes(text);
  return [0x1c, 2, number, ...u16(data.length), ...data];
};
const iptcOf = (...datasets: readonly number[][]) => {
  const data = datasets.flat();
  const block = [...bytes('8BIM'), 4, 4, 0, 0, 0, 0, ...u16(data.length), ...data, ...(data.length % 2 ? [0] : [])];
  return part(0xed, [...bytes('Photoshop 3.0'), 0, ...block]);
};
const xmpOf = (inside: string) =>
  part(0xe1, [
    ...bytes('http://ns.adobe.com/xap/1.0/'),
    0,
    ...bytes(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/">${inside}</rdf:Description></rdf:RDF></x:xmpmeta>`,
    ),
  ]);
const end = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0, 0, 0xff, 0xd9];
const jpeg = (...parts: readonly number[][]) =>
  new File([Uint8Array.from([0xff, 0xd8, ...parts.flat(), ...end])], 'DSC_0042.jpg', { type: 'image/jpeg' });

const iptc = iptcOf(
  dataset(5, 'Åse at dawn'),
  dataset(25, 'harbor'),
  dataset(25, 'måke'),
  dataset(120, 'Two boats & a gull'),
);

it('[GAL-14] title, caption and keywords are read from a picture’s IPTC metadata, as UTF-8', async () => {
  expect(await readEmbeddedText(jpeg(iptc))).toEqual({
    title: 'Åse at dawn',
    description: 'Two boats & a gull',
    tags: ['harbor', 'måke'],
  });
});

it('[GAL-14] XMP takes precedence, with its entities decoded and in its first language', async () => {
  const alt = (text: string) => `<rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt>`;
  const xmp = xmpOf(
    `<dc:title>${alt('Boats &amp; gulls')}</dc:title><dc:subject><rdf:Bag><rdf:li>sea</rdf:li><rdf:li>42</rdf:li></rdf:Bag></dc:subject>`,
  );
  expect(await readEmbeddedText(jpeg(iptc, xmp))).toEqual({
    title: 'Boats & gulls',
    description: 'Two boats & a gull',
    tags: ['sea', '42'],
  });
});

it.each([
  ['a picture without metadata', jpeg()],
  ['a file that is no picture', new File(['text'], 'fog.jpg', { type: 'image/jpeg' })],
  ['a video', new File(['film'], 'fog.mp4', { type: 'video/mp4' })],
])('[GAL-14] nothing is suggested for %s', async (_case, file) => {
  expect(await readEmbeddedText(file)).toEqual(noText);
});
