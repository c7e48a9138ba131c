import { defineConfig } from '@playwright/test';
import { isFull } from './support/sample.ts';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const onNodes = process.env['SHAPE'] === 'nodes';

export default defineConfig({
  testDir: './journeys',
  testMatch: '**/*.journey.ts',
  // Two files at a time, each with a product of its own; several nodes and their engines fill the cores on their own.
  workers: onNodes ? 1 : 2,
  timeout: isFull ? 600_000 : 120_000,
  // FerretDB, on which the nodes run in tests, reads whole collections where MongoDB would use an index.
  expect: { timeout: onNodes ? 20_000 : 10_000 },
  reporter: 'list',
  outputDir: '../test-results',
  use: {
    browserName: 'chromium',
    // A trace costs a third of the time: `--trace=retain-on-failure` keeps one of what is red.
    trace: isFull ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { ...(process.env['CHROMIUM'] ? { executablePath: process.env['CHROMIUM'] } : {}), args: flags },
  },
});
