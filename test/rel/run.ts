// `npm run rel`: the claims of docs/reliability.md, each tested on the built product as a process.
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { part as kills } from './kills.ts';
import { part as sameKey } from './same-key.ts';
import { part as fullDisk } from './full-disk.ts';
import { part as damage } from './damage.ts';
import { part as replays } from './replays.ts';
import { part as sockets } from './sockets.ts';
import { part as attacks } from './attacks.ts';
import { part as mails } from './mails.ts';
import { part as memory } from './memory.ts';
import { part as payoutKills } from './payout-kills.ts';
import type { Mode, Part, PartOptions, PartResult } from './part.ts';

const folder = fileURLToPath(new URL('../../test-results/', import.meta.url));
const parts: readonly Part[] = [
  kills,
  sameKey,
  fullDisk,
  damage,
  replays,
  sockets,
  attacks,
  memory,
  mails,
  payoutKills,
];

const usage = `npm run rel [-- ${parts.map(({ id }) => id).join(' ')}] [--short | --full] [--minutes=60]`;
const minutesArgument = /^--minutes=(\d+(?:\.\d+)?)$/;

const readArguments = (given: readonly string[]) => {
  const ids = given.filter((argument) => !argument.startsWith('--'));
  const mode: Mode = given.includes('--full') ? 'full' : given.includes('--short') ? 'short' : 'default';
  const isKnown = (argument: string) =>
    ['--full', '--short'].includes(argument) ||
    minutesArgument.test(argument) ||
    parts.some(({ id }) => id === argument);
  const minutes = given.flatMap((argument) => minutesArgument.exec(argument)?.[1] ?? []).map(Number)[0] ?? null;
  const unknown = given.find((argument) => !isKnown(argument));
  if (unknown !== undefined) {
    console.error(`"${unknown}" is neither a part nor an option. Usage: ${usage}`);
    process.exit(2);
  }
  return { mode, minutes, chosen: parts.filter(({ id }) => ids.length === 0 || ids.includes(id)) };
};

/** A part that crashes has shown nothing, which is a problem in itself. */
const tried = async (part: Part, options: PartOptions): Promise<PartResult> => {
  try {
    return await part.run(options);
  } catch (error) {
    return { passed: false, figures: {}, problems: [`it broke down: ${(error as Error).stack ?? String(error)}`] };
  }
};

const verdictOf = ({ passed, skipped }: PartResult) => (skipped ? 'skipped' : passed ? 'holds' : 'BROKEN');

const { mode, minutes, chosen } = readArguments(process.argv.slice(2));
/** A short run measures nothing that another part would spoil, and its parts mostly wait. */
const partsAtOnce = mode === 'short' ? Math.min(2, availableParallelism()) : 1;
const results: Record<string, unknown> = {};
const verdicts: string[] = [];

/** Prints what a part found as one block, as another part may be running. */
const report = (part: Part, result: PartResult, lines: readonly string[], seconds: number) => {
  const verdict = verdictOf(result);
  const figures = Object.entries(result.figures).map(
    ([name, figure]) => `${name.padEnd(52)} ${typeof figure === 'number' ? figure.toLocaleString('en-US') : figure}`,
  );
  const skipped = result.skipped ? [`skipped: ${result.skipped}`] : [];
  const problems = result.problems.map((problem) => `PROBLEM: ${problem}`);
  const block = [...lines, ...figures, ...skipped, ...problems, `${verdict}, in ${seconds} s`];
  console.log([`\n(${part.id}) ${part.title}`, ...block.map((line) => `   ${line}`)].join('\n'));
  verdicts.push(verdict);
  results[part.id] = { title: part.title, verdict, seconds, ...result };
};

const runPart = async (part: Part) => {
  const lines: string[] = [];
  // A part that runs by itself shows its progress.
  const log = (line: string) => (partsAtOnce > 1 ? void lines.push(line) : console.log(`(${part.id}) ${line}`));
  const startedAt = performance.now();
  const result = await tried(part, { mode, minutes, log });
  report(part, result, lines, Math.round((performance.now() - startedAt) / 1_000));
};

const waiting = [...chosen];
const lane = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) await runPart(next);
};
await Promise.all(Array.from({ length: partsAtOnce }, lane));

const machine = {
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  memory_gib: Math.round(totalmem() / 2 ** 30),
  node: process.version,
};
mkdirSync(folder, { recursive: true });
writeFileSync(
  process.env['REL_REPORT'] ?? `${folder}rel.json`,
  JSON.stringify({ machine, at: new Date().toISOString(), mode, results }, null, 2),
);
const counted = (verdict: string) => verdicts.filter((each) => each === verdict).length;
console.log(
  `\n${counted('holds')} hold, ${counted('BROKEN')} broken, ${counted('skipped')} skipped; also in test-results/rel.json`,
);
process.exitCode = counted('BROKEN') > 0 ? 1 : 0;
