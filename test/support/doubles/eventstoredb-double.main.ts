import { createInterface } from 'node:readline';
import { startEventStoreDbDouble } from './eventstoredb-double/double.ts';

/**
 * Runs the double as a process: `node eventstoredb-double.main.ts [port]`. Its log lives as long as the process. Faults
 * are given as lines on standard input: `drop`, `lose dropped`, `lose silent`, `refuse`, `welcome`, `slow 100`; each is
 * answered by `done: …`.
 */
const double = await startEventStoreDbDouble({ port: Number(process.argv[2] ?? 0) });

const faults: Readonly<Record<string, (argument: string) => unknown>> = {
  drop: () => double.dropConnections(),
  lose: (how) => double.loseNextAnswer(how === 'silent' ? 'silent' : 'dropped'),
  refuse: () => double.refuse(),
  welcome: () => double.welcome(),
  slow: (ms) => double.slowDown(Number(ms)),
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const [fault = '', argument = ''] = line.split(' ');
  faults[fault]?.(argument);
  console.log(fault in faults ? `done: ${line}` : `unknown: ${line}`);
});
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(0));
console.log(`EventStoreDB double at ${double.url}`);
