// Changes one thing of the domain at a time and asks whether a test notices: `npm run mutation`.
// Nothing is left out, neither words nor what is computed as a file loads: a sentence that nobody reads back can be lost
// as easily as a comparison.
export default {
  testRunner: 'vitest',
  coverageAnalysis: 'perTest',
  mutate: ['src/**/*.ts', '!src/**/*.{test,test-kit}.ts'],
  ignorePatterns: ['dist', 'coverage'],
  // Its base lies outside the copy, which is as deep: the file can stay as it is.
  tsconfigFile: 'none',
  concurrency: 2,
  thresholds: { high: 95, low: 85, break: 85 },
  reporters: ['progress', 'clear-text', 'html', 'json'],
  clearTextReporter: { logTests: false, reportTests: false, reportMutants: false },
  htmlReporter: { fileName: 'coverage/mutation/report.html' },
  jsonReporter: { fileName: 'coverage/mutation/report.json' },
  // A copy of this folder in it lies as deep below the root as the folder itself, so that the tests find what they take
  // from `test/` there.
  tempDirName: '../../.cache',
  warnings: { slow: false },
};
