// Bundles the compiled service: one file for what every start needs, and small ones for workers and for what is loaded on
// demand. Opening a few files instead of some three thousand halves the time of a start (docs/decisions/0065-one-file-to-start.md).
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';

const compiled = join(import.meta.dirname, 'dist');
/** What the service starts by its address: itself, its workers, and what a worker prints with. */
const entries = ['main.js', 'licensing/agreements/agreement-pdf.js', ...globSync('**/*.worker.js', { cwd: compiled })];
/** Stays in node_modules: what has native parts or data files, and what only some shops load. */
const external = [
  /^node:/,
  /^@(aws-sdk|eventstore|node-rs|opentelemetry|redis)\//,
  /^(fontkit|harfbuzzjs|libheif-js|mediabunny|mongodb|pdfkit|pino|reflect-metadata|sharp|stripe)(\/|$)/,
  // Nest asks for these only where an application uses them.
  /^@nestjs\/(microservices|platform-fastify|mongoose)/,
  /^@fastify\/static$/,
  /^class-transformer\/storage$/,
  /^(bufferutil|utf-8-validate)$/,
];

const bundle = await rolldown({
  input: Object.fromEntries(entries.map((file) => [basename(file, '.js'), join(compiled, file)])),
  external,
  platform: 'node',
  onLog: (level, log, report) => {
    if (level === 'warn') throw new Error(log.message);
    report(level, log);
  },
});
await bundle.write({
  dir: join(import.meta.dirname, 'bundle'),
  cleanDir: true,
  // Names of classes are read at run time: failures, commands and events are found by them.
  keepNames: true,
  // Beside each other, as in `dist` at the same depth: files are found relative to the module that asks.
  entryFileNames: '[name].js',
  chunkFileNames: '[name].js',
});
