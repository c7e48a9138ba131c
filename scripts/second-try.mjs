// A test file that failed is run once more, alone. If it fails again, the run is red. If it passes, it is flaky: a defect
// too, but not one of the change that is tested.
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './workspace.mjs';

/** More failed files than this are not chance. */
const secondTriesMax = 5;
/** With more flaky files than this, a run shows nothing. */
const flakyFilesMax = 3;

/** From the root; has one line for each flaky file of all runs in this folder. */
export const flakyFilesKeptIn = 'test-results/flaky.jsonl';

const keep = (flaky) => {
  const file = join(root, flakyFilesKeptIn);
  mkdirSync(dirname(file), { recursive: true });
  const at = new Date().toISOString();
  for (const each of flaky) appendFileSync(file, `${JSON.stringify({ at, ...each })}\n`);
};

/**
 * Replaces the outcome of each flaky file, in the results, with that of its second try.
 * @param results of the steps: their names, outcomes, and the machine's load when they ended
 * @param runAlone runs one file of a step once more and returns its outcomes
 * @returns the flaky files with the failures of their first tries, and whether there are too many of them
 */
export const trySecond = async (results, { seed, runAlone }) => {
  const failed = results.flatMap((result) =>
    result.outcomes.filter(({ file, failed }) => file && failed > 0).map((first) => ({ result, first })),
  );
  const flaky = [];
  for (const { result, first } of failed.slice(0, secondTriesMax)) {
    const second = (await runAlone(result.name, first.file)).find(({ file }) => file === first.file);
    if (!second || second.failed > 0 || second.passed === 0) continue;
    result.outcomes[result.outcomes.indexOf(first)] = second;
    flaky.push({ step: result.name, file: first.file, seed, load: result.load, failures: first.failures });
  }
  if (flaky.length > 0) keep(flaky);
  return { flaky, isTooFlaky: flaky.length > flakyFilesMax };
};
