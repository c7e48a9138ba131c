// Compresses the texts of a folder once, when the image is built, so that the proxy need not for every visitor.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const texts = /[.](js|css|svg|map)$/;
const worthBytes = 1_024;

const [folder] = process.argv.slice(2);
for (const name of readdirSync(folder).filter((each) => texts.test(each))) {
  const file = join(folder, name);
  const bytes = readFileSync(file);
  if (bytes.length < worthBytes) continue;
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }));
  writeFileSync(`${file}.br`, brotliCompressSync(bytes));
}
