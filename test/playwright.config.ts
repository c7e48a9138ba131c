import { defineConfig } from '@playwright/test';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  testDir: './journeys',
  testMatch: '**/*.journey.ts',
  workers: 1,
  timeout: 120_000,
  // FerretDB, on which the nodes run in tests, reads whole collections where MongoDB would use an index.
  expect: { timeout: process.env['SHAPE'] === 'nodes' ? 20_000 : 10_000 },
  reporter: 'list',
  outputDir: '../test-results',
  use: {
    browserName: 'chromium',
    trace: 'retain-on-failure',
    launchOptions: { ...(process.env['CHROMIUM'] ? { executablePath: process.env['CHROMIUM'] } : {}), args: flags },
  },
});
