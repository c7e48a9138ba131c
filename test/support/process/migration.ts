import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../../apps/api/dist/migrate/main.js', import.meta.url));

export interface MigrationProcess {
  readonly child: ChildProcess;
  /** Resolves once it has exited. */
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>;
}

/** Starts the built command as a process. */
export const startMigration = (...args: readonly string[]): MigrationProcess => {
  const child = spawn(process.execPath, ['--enable-source-maps', main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
  return { child, ended };
};

/**
 * Runs the command to its end.
 * @throws with its output if it refused
 */
export const migrateFully = async (...args: readonly string[]): Promise<string> => {
  const { code, output } = await startMigration(...args).ended;
  if (code !== 0) throw new Error(`The migration ended with ${code}: ${output}`);
  return output;
};
