import { defineConfig } from 'vitest/config';

export default defineConfig({
  // `source` makes the domain's exports answer with its TypeScript, so that no build of it is needed here.
  ssr: { resolve: { conditions: ['source', 'module', 'node', 'development|production'] } },
  test: { include: ['src/**/*.test.ts'], isolate: false },
});
