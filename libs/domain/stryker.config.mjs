// Changes the domain in one place at a time and checks that a test notices: `npm run mutation`.
// Nothing is excluded, neither strings nor what runs when a file loads: a sentence that no test reads can get lost as
// easily as a comparison.
export default {
  testRunner: 'vitest',
  coverageAnalysis: 'perTest',
  mutate: ['src/**/*.ts', '!src/**/*.{test,test-kit}.ts'],
  ignorePatterns: ['dist', 'coverage'],
  // The tsconfig's base is outside the copied folder, but the copy is equally deep, so the file needs no rewriting.
  tsconfigFile: 'none',
  concurrency: 2,
  thresholds: { high: 95, low: 85, break: 85 },
  reporters: ['progress', 'clear-text', 'html', 'json'],
  clearTextReporter: { logTests: false, reportTests: false, reportMutants: false },
  htmlReporter: { fileName: 'coverage/mutation/report.html' },
  jsonReporter: { fileName: 'coverage/mutation/report.json' },
  // Copies of this folder in here are as deep below the root as the folder itself, so that tests still find the files
  // that they read from `test/`.
  tempDirName: '../../.cache',
  warnings: { slow: false },
};
