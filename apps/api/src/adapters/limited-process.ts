import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import process from 'node:process';

/** What a program that reads a stranger's file may take. */
export interface Limits {
  /** On the clock: on a busy machine everyone else may come first. */
  readonly timeMaxMs: number;
  /** The process ends on its own then, even when nobody is left to end it. */
  readonly processorSecondsMax: number;
  /** Of memory that it can write into, whether it does or not; systems other than Linux may not count it. */
  readonly memoryMaxKilobytes: number;
  /** As of `os.setPriority`. */
  readonly priority: number;
}

/** Of each file it writes. */
const fileMaxBytes = 64 * 1024 * 1024;
const shellBlockBytes = 512;
const keptCharactersMax = 8_000;
const cannotRun = [126, 127];

const shellLines = ({ processorSecondsMax, memoryMaxKilobytes }: Limits) =>
  [
    `ulimit -t ${processorSecondsMax}`,
    `ulimit -d ${memoryMaxKilobytes} 2>/dev/null`,
    `ulimit -f ${fileMaxBytes / shellBlockBytes}`,
    'ulimit -c 0',
    // Where the whole machine runs short, this goes before the service does.
    '{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null',
    'exec "$0" "$@"',
  ].join('; ');

export interface LimitedRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly folder: string;
  /** Beside PATH, all that it learns of this process' environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly limits: Limits;
  readonly signal: AbortSignal;
  /** A message for a Node program, which may answer it with one. */
  readonly ask?: unknown;
}

export interface Ended {
  readonly ok: boolean;
  /** Ended from outside, as it took more than it may. */
  readonly exceeded: boolean;
  /** The end of what it printed on stderr. */
  readonly printed: string;
  /** To what it was asked; undefined when it gave none. */
  readonly answer: unknown;
}

const start = ({ program, args, folder, env, limits, ask }: LimitedRun) => {
  const [file, ...all] =
    process.platform === 'win32' ? [program, ...args] : ['/bin/sh', '-c', shellLines(limits), program, ...args];
  return spawn(file, all, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'pipe', ...(ask === undefined ? [] : (['ipc'] as const))],
    serialization: 'advanced',
  });
};

/**
 * Runs a program on files of strangers: in the folder, without this process' environment, and with as much time, memory
 * and disk as it may take.
 * @throws when it was aborted, or can't be run; it has ended then
 */
export const runLimited = (run: LimitedRun) =>
  new Promise<Ended>((resolve, reject) => {
    const { program, limits, signal, ask } = run;
    signal.throwIfAborted();
    const child = start(run);
    let printed = '';
    let answer: unknown;
    child.stderr?.on('data', (chunk: Buffer) => {
      printed = `${printed}${chunk.toString()}`.slice(-keptCharactersMax);
    });
    child.on('message', (message) => (answer = message));
    const kill = () => void child.kill('SIGKILL');
    const timer = setTimeout(kill, limits.timeMaxMs);
    signal.addEventListener('abort', kill);
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', kill);
    };
    child.once('spawn', () => {
      try {
        setPriority(child.pid ?? 0, limits.priority);
      } catch {
        // It has ended already.
      }
      // One that has ended before it could be asked shows by giving no answer.
      if (ask !== undefined) child.send(ask as object, () => undefined);
    });
    child.once('error', (error) => {
      settle();
      reject(error);
    });
    child.once('close', (code, killedBy) => {
      settle();
      if (signal.aborted) return reject(signal.reason as Error);
      if (code !== null && cannotRun.includes(code)) return reject(new Error(`${program} can’t be run: ${printed}`));
      resolve({ ok: code === 0, exceeded: killedBy !== null, printed, answer });
    });
  });
