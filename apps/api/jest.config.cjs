const swc = JSON.parse(require('node:fs').readFileSync(`${__dirname}/.swcrc`, 'utf8'));

module.exports = {
  testEnvironment: 'node',
  roots: [
    '<rootDir>/src',
    '<rootDir>/../../test/contract',
    '<rootDir>/../../test/reliability',
    '<rootDir>/../../test/api',
  ],
  // Tests wait for products, mails and pauses for a quarter of their time: another worker works meanwhile.
  maxWorkers: require('node:os').availableParallelism() + 1,
  // A worker keeps the contexts of the files it has run. Beyond this, collecting garbage and starting processes from it
  // would cost more than a new worker; reporting the heap's size also collects garbage first, so that it isn't counted.
  workerIdleMemoryLimit: '500MB',
  logHeapUsage: true,
  testSequencer: '<rootDir>/longest-first.cjs',
  cacheDirectory: '<rootDir>/../../node_modules/.cache/jest',
  // A loaded machine is slow, not wrong; a test that hangs still ends.
  testTimeout: 120_000,
  setupFiles: ['<rootDir>/../../test/support/seeded-properties.ts'],
  setupFilesAfterEnv: ['<rootDir>/../../test/support/description/check-fetched.ts'],
  testMatch: ['**/*.spec.ts'],
  // The swc options are given here, as swc would otherwise look for the file beside each source.
  transform: { '^.+\\.ts$': ['@swc/jest', { ...swc, swcrc: false, module: { type: 'commonjs' } }] },
  moduleNameMapper: { '^@tessera/(contract|domain)/(.*)$': '<rootDir>/../../libs/$1/src/$2.ts' },
};
