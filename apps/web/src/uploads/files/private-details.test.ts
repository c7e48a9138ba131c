import { privateDetailsIn, privateDetailsText, withoutPrivateDetails } from './private-details.ts';
import { newFile } from '../browser-files.test-kit.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const box = (type: string, content: string) =>
  `\0\0${String.fromCharCode((8 + content.length) >> 8, (8 + content.length) & 0xff)}${type}${content}`;
const film = (place: string) =>
  `${box('ftyp', 'isom\0\0\0\0')}${box('mdat', `frames ${place}`)}${box('moov', `words ${place} words`)}${box('free', 'rest')}`;

it('[FIX-24] a film’s place is found in its description alone, and removed from there', async () => {
  const place = '+55.6050+013.0038/';
  const file = newFile('fog.mp4', 'video/mp4', bytes(film(place)));
  expect(await privateDetailsIn(file)).toEqual(['place']);
  const cleaned = await withoutPrivateDetails(file);
  expect(await privateDetailsIn(cleaned)).toEqual([]);
  const cleanedBytes = new Uint8Array(await cleaned.arrayBuffer());
  const text = Array.from(cleanedBytes, (byte) => String.fromCharCode(byte)).join('');
  expect(text).toBe(film(place).replace(`words ${place}`, `words ${' '.repeat(place.length)}`));
});

it('[FIX-24] a file that can’t be read, or is no film after all, tells nothing', async () => {
  expect(await privateDetailsIn(newFile('fog.mp4', 'video/mp4', bytes('\0\0\0\x02moov')))).toEqual([]);
  const gone = newFile('fog.jpg', 'image/jpeg');
  vi.spyOn(gone, 'slice').mockImplementation(() => {
    throw new DOMException('gone', 'NotReadableError');
  });
  expect(await privateDetailsIn(gone)).toEqual([]);
});

it('[FIX-24] what a file tells is said in one order, each once', () => {
  expect(privateDetailsText('This file tells', ['name', 'place', 'name'])).toBe(
    'This file tells where the shot was taken and somebody’s name',
  );
});
