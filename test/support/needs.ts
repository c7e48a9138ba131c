/** Tests that need a server which may not be here: without it they are skipped, and the run says why in one line. */
export const needs = (what: string, missing: string | null): jest.Describe => {
  if (missing === null) return describe;
  process.stderr.write(`Skipped: no ${what}, as ${missing}.\n`);
  return describe.skip;
};
