// Names in many scripts. cspell:ignoreRegExp [\u0590-\u1CFF\u2E80-\uFFFF]+
import { inputOf, licenseOf } from '../../../../../test/support/worlds/printed-agreements.ts';
import { PdfPrinter } from '../../printing/pdf-printer.ts';

const printer = new PdfPrinter();
afterAll(() => printer.onApplicationShutdown());
const renderer = new URL('./agreement-pdf.ts', import.meta.url);
const print = (license: ReturnType<typeof licenseOf>) => printer.render(renderer, inputOf(license));

// These come first, because the first one needs a font that hasn't been used yet.
it.each([
  ['of other scripts', 'Ελληνική Δύναμη', 'Щедрий вечір'],
  ['written from right to left', 'שרה לוי', 'محمد (علي)'],
  ['with a space that looks like another', 'Carla\u00a0Creator', 'Harbour\u00a0at dawn'],
  ['with two letters that look the same', 'µ-Studio', 'Ελληνική 2\u2215\u20443'],
])('an agreement with names %s is the same file, whatever was printed before it', async (_which, creator, title) => {
  const license = licenseOf(creator, title);
  const first = await print(license);
  for (const name of [
    'Žluťoučký kůň',
    'Nguyễn Thị Ánh',
    'Љубица Ђорђевић',
    'Ω µ μ',
    'Aki 山田',
    'ליאור (שרה)',
    'Mira Stone',
  ]) {
    await print(licenseOf(name, `${name} ${title.replaceAll('\u00a0', ' ')}`, name));
  }
  expect((await print(license)).equals(first)).toBe(true);
});
