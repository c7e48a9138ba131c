import { defineConfig } from '@playwright/test';
import { isFull } from './support/sample.ts';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page lives for seconds, less than it would take for optimized code to pay off.
  '--js-flags=--no-opt --no-maglev',
];

const onNodes = process.env['SHAPE'] === 'nodes';

/** Files are run by name, and these late: at the end nothing else would be left to do beside them. */
const longest = ['uploads', 'vault', 'unfinished-uploads'].map((name) => `**/${name}.journey.ts`);

export default defineConfig({
  testDir: './journeys',
  testMatch: '**/*.journey.ts',
  projects: [
    { name: 'longest', testMatch: longest },
    { name: 'others', testIgnore: longest },
  ],
  // Three files at a time, each with a product of its own, as they mostly wait; several nodes and their engines fill the
  // cores on their own.
  workers: onNodes ? 1 : 3,
  timeout: isFull ? 600_000 : 120_000,
  // A busy machine is slow, not wrong; and FerretDB, on which the nodes run in tests, reads whole collections where
  // MongoDB would use an index.
  expect: { timeout: 20_000 },
  reporter: 'list',
  outputDir: '../test-results/journeys',
  use: {
    browserName: 'chromium',
    // Shorter than a test may take, so that a failure names the step that did not end.
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    // A trace costs a third of the time: `--trace=retain-on-failure` keeps one of what is red.
    trace: isFull ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { ...(process.env['CHROMIUM'] ? { executablePath: process.env['CHROMIUM'] } : {}), args: flags },
  },
});
