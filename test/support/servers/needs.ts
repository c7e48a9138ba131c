/**
 * For tests that need an external program, named by environment variables in `npm run test:full`: without it they are
 * skipped, and one line says so.
 */
export const needs = (what: string, missing: string | null): jest.Describe => {
  if (missing === null) return describe;
  process.stderr.write(`Skipped: no ${what}, as ${missing}.\n`);
  return describe.skip;
};
