import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../../apps/web/dist/', import.meta.url));
const filesMax = 15;
const packedMaxBytes = 200_000;

/** The size as sent to browsers. */
const packedBytes = (address: string) => {
  const file = join(dist, address);
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
};

it('[GAL-22] no page initially loads more than 15 script files, or more than 200 kB of compressed scripts', () => {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const first = [...html.matchAll(/(?:<script[^>]* src|<link rel="modulepreload"[^>]* href)="([^"]+)"/g)].map(
    ([, address]) => address!,
  );
  const pages = JSON.parse(readFileSync(join(dist, 'pages.json'), 'utf8')) as Record<string, readonly string[]>;
  expect(Object.keys(pages).length).toBeGreaterThan(30);
  const tooHeavy = Object.entries(pages).flatMap(([path, scripts]) => {
    const files = new Set([...first, ...scripts]);
    const bytes = [...files].reduce((sum, file) => sum + packedBytes(file), 0);
    return files.size > filesMax || bytes > packedMaxBytes
      ? [`${path}: ${files.size} files, ${Math.ceil(bytes / 1_000)} kB`]
      : [];
  });
  expect(tooHeavy).toEqual([]);
});
