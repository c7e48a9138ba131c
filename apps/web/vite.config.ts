import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defaultClientConditions } from 'vite';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { mergeChunks } from './merge-chunks.ts';

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

const compressFromBytes = 1_024;
const compressors = {
  br: (text: Buffer) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  gz: (text: Buffer) => promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }),
};

/** Compresses scripts and styles at build time, so that neither the service nor a proxy has to for every visitor. */
const precompressed = (): Plugin => ({
  name: 'precompressed',
  apply: 'build',
  async writeBundle({ dir = '' }, files) {
    for (const file of Object.values(files)) {
      const text = Buffer.from(file.type === 'chunk' ? file.code : file.source);
      if (!/[.](js|css)$/.test(file.fileName) || text.length < compressFromBytes) continue;
      for (const [ending, pack] of Object.entries(compressors)) {
        await writeFile(join(dir, `${file.fileName}.${ending}`), await pack(text));
      }
    }
  },
});

/** Loads the fonts together with the page, not only once a computed style needs them. */
const preloadFonts = (): Plugin => ({
  name: 'preload-fonts',
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

// `source` resolves the domain's exports to its TypeScript sources, so that it needn't be built first.
const resolve = { conditions: ['source', ...defaultClientConditions] };

// CommonJS that emotion imports but doesn't use here; the bundler can't tell that it has no side effects.
const moduleSideEffects = [{ test: /hoist-non-react-statics|react-is/, sideEffects: false }];
const build = { rolldownOptions: { treeshake: { moduleSideEffects } } };

/** The packages that most browser tests load, and what shares their React. */
const testedWith = [
  '@chakra-ui/react',
  '@emotion/cache',
  '@emotion/react',
  '@hookform/resolvers/class-validator',
  '@tanstack/query-core',
  '@tanstack/react-virtual',
  '@testing-library/react',
  '@testing-library/user-event',
  'jotai',
  'jotai-tanstack-query',
  'jotai/utils',
  'lucide-react',
  'react',
  'react-dom',
  'react-dom/client',
  'react-hook-form',
  'react-router-dom',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
];

export default defineConfig({
  plugins: [react(), precompressed(), preloadFonts(), mergeChunks({ plugins: [react()], resolve, build })],
  resolve,
  // The server replaces this with each response's nonce.
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
    setupFiles: ['./src/testing/setup.test-kit.ts', '../../test/support/seeded-properties.ts'],
    globals: true,
    // Reuses processes, with a fresh context for each file: packages are loaded only once, which halves the time.
    pool: 'vmForks',
    maxWorkers: '100%',
    // Bundled once, instead of linked from some two thousand modules for each test file.
    deps: { optimizer: { client: { enabled: true, include: testedWith } } },
    // The API's tests may run at the same time, and take precedence.
    testTimeout: 120_000,
  },
});
