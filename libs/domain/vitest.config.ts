import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    setupFiles: ['../../test/support/seeded-properties.ts'],
    // The domain keeps no state between calls, so its modules are loaded only once, which is five times as fast.
    isolate: false,
  },
});
