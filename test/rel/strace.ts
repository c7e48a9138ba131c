import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** All system calls by which data leaves a process for a disk or a socket, or is made durable. */
export const leavingCalls = 'pwrite64,pwritev,write,writev,sendto,sendmsg,fsync,fdatasync,ftruncate';

/** strace, attached to a process and all its threads. */
export interface Tracing {
  /** Resolves when the process has died or the tracing was ended. */
  readonly ended: Promise<void>;
  /** Detaches from the process, which keeps running. */
  detach(): Promise<void>;
}

const attached = (tracer: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = '';
    tracer.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (/Process \d+ attached/.test(said)) resolve();
    });
    tracer.once('error', reject);
    tracer.once('exit', (code) => reject(new Error(`strace ended (${code}): ${said.trim()}`)));
  });

/**
 * @param options of strace, without the process
 * @throws if strace is missing or may not attach
 */
export const trace = async (pid: number, options: readonly string[]): Promise<Tracing> => {
  const tracer = spawn('strace', ['-f', ...options, '-p', String(pid)], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<void>((resolve) => tracer.once('exit', () => resolve()));
  await attached(tracer);
  return {
    ended,
    detach: () => {
      tracer.kill('SIGINT');
      return ended;
    },
  };
};

/** Why strace can't be used here, in one line; null if it can. */
export const whyNoStrace = async (): Promise<string | null> => {
  const sleeper = spawn(process.execPath, ['-e', 'setTimeout(() => undefined, 60_000)'], { stdio: 'ignore' });
  await once(sleeper, 'spawn');
  try {
    const tracing = await trace(sleeper.pid ?? 0, ['-o', '/dev/null', '-e', 'trace=none']);
    await tracing.detach();
    return null;
  } catch (error) {
    return `strace is needed, and the right to attach it: ${(error as Error).message}`;
  } finally {
    sleeper.kill('SIGKILL');
  }
};
