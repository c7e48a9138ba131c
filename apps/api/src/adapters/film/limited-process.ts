import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/** On the clock: on a busy machine everybody else comes first. */
const timeMaxMs = 600_000;
/** The process ends by itself then, also when nobody is left to end it. */
const processorSecondsMax = 90;
/** Of addresses: what it really holds is a fraction of them. */
const memoryMaxKilobytes = 1_500_000;
/** Of each file it writes. */
const fileMaxBytes = 64 * 1024 * 1024;
const shellBlockBytes = 512;
const keptCharactersMax = 8_000;
const cannotRun = [126, 127];

const limits = [
  `ulimit -t ${processorSecondsMax}`,
  // Some systems know no limit of memory.
  `ulimit -v ${memoryMaxKilobytes} 2>/dev/null`,
  `ulimit -f ${fileMaxBytes / shellBlockBytes}`,
  'ulimit -c 0',
  'exec "$0" "$@"',
].join('; ');

export interface Ended {
  readonly ok: boolean;
  /** Ended from outside, as it took more than it may. */
  readonly exceeded: boolean;
  /** The end of what it printed on stderr. */
  readonly printed: string;
}

const start = (program: string, args: readonly string[], folder: string) => {
  const options = { cwd: folder, env: { PATH: process.env['PATH'] }, stdio: ['ignore', 'ignore', 'pipe'] } as const;
  if (process.platform === 'win32') return spawn(program, args, { ...options, stdio: [...options.stdio] });
  return spawn('/bin/sh', ['-c', limits, program, ...args], { ...options, stdio: [...options.stdio] });
};

/**
 * Runs a program on files of strangers: in the folder, at low priority, without this process' environment, and with as
 * much time, memory and disk as it may take.
 * @throws when it was aborted, or can't be run; it has ended then
 */
export const runLimited = (program: string, args: readonly string[], folder: string, signal: AbortSignal) =>
  new Promise<Ended>((resolve, reject) => {
    signal.throwIfAborted();
    const child = start(program, args, folder);
    let printed = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      printed = `${printed}${chunk.toString()}`.slice(-keptCharactersMax);
    });
    const kill = () => void child.kill('SIGKILL');
    const timer = setTimeout(kill, timeMaxMs);
    signal.addEventListener('abort', kill);
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', kill);
    };
    child.once('spawn', () => {
      try {
        setPriority(child.pid ?? 0, constants.priority.PRIORITY_BELOW_NORMAL);
      } catch {
        // It has ended already.
      }
    });
    child.once('error', (error) => {
      settle();
      reject(error);
    });
    child.once('close', (code, killedBy) => {
      settle();
      if (signal.aborted) return reject(signal.reason as Error);
      if (code !== null && cannotRun.includes(code)) return reject(new Error(`${program} can’t be run: ${printed}`));
      resolve({ ok: code === 0, exceeded: killedBy !== null, printed });
    });
  });
