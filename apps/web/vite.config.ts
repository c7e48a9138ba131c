import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defaultClientConditions } from 'vite';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { fewFiles } from './few-files.ts';

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

const worthBytes = 1_024;
const smallest = {
  br: (text: Buffer) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  gz: (text: Buffer) => promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }),
};

/** Packs the texts of a build once, so that neither the service nor a proxy need do it for every visitor. */
const precompressed = (): Plugin => ({
  name: 'precompressed',
  apply: 'build',
  async writeBundle({ dir = '' }, files) {
    for (const file of Object.values(files)) {
      const text = Buffer.from(file.type === 'chunk' ? file.code : file.source);
      if (!/[.](js|css)$/.test(file.fileName) || text.length < worthBytes) continue;
      for (const [ending, pack] of Object.entries(smallest)) {
        await writeFile(join(dir, `${file.fileName}.${ending}`), await pack(text));
      }
    }
  },
});

/** The faces are asked for with the page, not once a style that needs them has been computed. */
const facesWithPage = (): Plugin => ({
  name: 'faces-with-page',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => file.endsWith('.woff2'))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          injectTo: 'head' as const,
        })),
  },
});

// `source` makes the domain's exports answer with its TypeScript, so that no build of it is needed here.
const resolve = { conditions: ['source', ...defaultClientConditions] };

// CommonJS of which emotion uses nothing here; the bundler can't tell that loading it does nothing.
const moduleSideEffects = [{ test: /hoist-non-react-statics|react-is/, sideEffects: false }];
const build = { rolldownOptions: { treeshake: { moduleSideEffects } } };

export default defineConfig({
  plugins: [react(), precompressed(), facesWithPage(), fewFiles({ plugins: [react()], resolve, build })],
  resolve,
  // The server puts each answer's nonce here.
  html: { cspNonce: '__csp_nonce__' },
  build: { ...build, sourcemap: true, assetsInlineLimit: 0, manifest: true },
  server: {
    proxy: {
      '/api': api,
      '/auth/v1': api,
      '/functions': api,
      '/media': api,
      '/health': api,
      '/socket.io': { target: api, ws: true },
    },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['./src/setup.ts', '../../test/support/seeded-properties.ts'],
    globals: true,
    // A context for each file in processes that live on: packages are read once, which halves the time.
    pool: 'vmForks',
    maxWorkers: '100%',
    // They run beside the API's tests, which go first.
    testTimeout: 120_000,
  },
});
