import { allFaults } from './all.ts';
import type { Fault } from './fault.ts';
import { runTests } from './step.ts';
import { WorkingCopy } from './working-copy.ts';

/** The share of all faults that may go unnoticed: tests are sampled, and a sample may miss a fault. */
const unseenMaxShare = 0.05;

const wanted = process.argv.slice(2).join(' ').toLowerCase();
const faults = allFaults.filter(({ name }) => name.toLowerCase().includes(wanted));
if (faults.length === 0) throw new Error(`No fault is named “${wanted}”`);

const copy = new WorkingCopy();

/**
 * The file's text with the fault in it.
 * @throws if the line that it replaces has changed, because the fault would then prove nothing
 */
const faulty = ({ name, file, right, wrong }: Fault): string => {
  const [before, after, ...more] = copy.read(file).split(right);
  if (after !== undefined && more.length === 0) return `${before}${wrong}${after}`;
  const where = after === undefined ? 'nowhere' : 'more than once';
  throw new Error(`“${name}” no longer applies: the line it replaces occurs ${where} in ${file}`);
};

// Before any fault is tried: a fault that no longer applies is not a matter of samples.
for (const fault of allFaults) faulty(fault);

const greenRuns = new Map<string, Promise<void>>();

const runGreen = async (fault: Fault) => {
  const { isGreen, firstFailed, lastLine } = await runTests(copy.root, fault);
  if (!isGreen) throw new Error(`its tests fail without it: ${firstFailed ?? lastLine}`);
};

/** Tests that fail without any fault prove nothing when they fail with one. */
const greenWithout = (fault: Fault) => {
  const which = JSON.stringify([fault.step, fault.tests, fault.titled]);
  const run = greenRuns.get(which) ?? runGreen(fault);
  greenRuns.set(which, run);
  return run;
};

/**
 * The title of the first test that notices the fault.
 * @throws if none does
 */
const seenBy = async (fault: Fault): Promise<string> => {
  const { file, step, isBuilt = false } = fault;
  await greenWithout(fault);
  const work = () => runTests(copy.root, fault);
  const outcome = await copy.with(file, faulty(fault), isBuilt || step === 'journeys', work);
  if (outcome.firstFailed !== null) return outcome.firstFailed;
  throw new Error(outcome.isGreen ? 'every test is green' : `no test failed, but the run crashed: ${outcome.lastLine}`);
};

let seen = 0;
const unseen: string[] = [];
for (const fault of faults) {
  const startedAtMs = performance.now();
  const took = () => `${((performance.now() - startedAtMs) / 1_000).toFixed(1)} s`;
  try {
    const title = await seenBy(fault);
    seen += 1;
    console.log(`seen       ${fault.name} (${took()})\n           by ${fault.step}: ${title}`);
  } catch (error) {
    unseen.push(fault.name);
    console.log(
      `NOT SEEN   ${fault.name} (${took()})\n           ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
if (unseen.length > 0) console.log(`\nNot seen:\n${unseen.map((name) => `  ${name}`).join('\n')}`);
console.log(`\n${seen} passed, ${unseen.length} failed`);
process.exit(unseen.length > unseenMaxShare * faults.length ? 1 : 0);
