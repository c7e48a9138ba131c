import react from '@vitejs/plugin-react';
import { defaultClientConditions } from 'vite';
import { defineConfig } from 'vitest/config';

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react()],
  // `source` makes the domain's exports answer with its TypeScript, so that no build of it is needed here.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: { sourcemap: true, assetsInlineLimit: 0 },
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
  test: { environment: 'jsdom', setupFiles: ['./src/setup.ts'], globals: true },
});
