/** Tests that need a program of others, as `npm run test:full` names it: without it they are skipped, in one line. */
export const needs = (what: string, missing: string | null): jest.Describe => {
  if (missing === null) return describe;
  process.stderr.write(`Skipped: no ${what}, as ${missing}.\n`);
  return describe.skip;
};
