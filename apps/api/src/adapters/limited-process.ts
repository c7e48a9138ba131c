import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import process from 'node:process';

/** The resources that a program may use on an untrusted file. */
export interface Limits {
  /** Wall-clock time. Leave enough for a busy machine, where everything else may come first. */
  readonly timeMaxMs: number;
  /** CPU time. The operating system enforces it, even if this process is gone. */
  readonly processorSecondsMax: number;
  /** Writable memory, whether used or only reserved. Systems other than Linux may not enforce it. */
  readonly memoryMaxKilobytes: number;
  /** As for `os.setPriority`. */
  readonly priority: number;
}

/** The largest file that it may write. */
const fileMaxBytes = 64 * 1024 * 1024;
const shellBlockBytes = 512;
const stderrCharactersMax = 8_000;
/** The shell's exit codes for a program that can't be executed, or isn't found. */
const cannotRunCodes = [126, 127];

const shellLines = ({ processorSecondsMax, memoryMaxKilobytes }: Limits) =>
  [
    `ulimit -t ${processorSecondsMax}`,
    `ulimit -d ${memoryMaxKilobytes} 2>/dev/null`,
    `ulimit -f ${fileMaxBytes / shellBlockBytes}`,
    'ulimit -c 0',
    // When the whole machine runs out of memory, this process is killed before the service is.
    '{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null',
    'exec "$0" "$@"',
  ].join('; ');

export interface LimitedRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly folder: string;
  /** Its environment, besides PATH. It sees nothing else of this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly limits: Limits;
  readonly signal: AbortSignal;
  /** A message for a Node program, which may reply with one. */
  readonly message?: unknown;
}

export interface ProcessResult {
  readonly ok: boolean;
  /** It was killed because it exceeded a limit. */
  readonly exceeded: boolean;
  /** The end of its output on stderr. */
  readonly stderr: string;
  /** Its reply to the message; undefined when it sent none. */
  readonly reply: unknown;
}

const start = ({ program, args, folder, env, limits, message }: LimitedRun) => {
  const [file, ...all] =
    process.platform === 'win32' ? [program, ...args] : ['/bin/sh', '-c', shellLines(limits), program, ...args];
  return spawn(file, all, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'pipe', ...(message === undefined ? [] : (['ipc'] as const))],
    serialization: 'advanced',
  });
};

/**
 * Runs a program on untrusted files: in its own folder, without this process's environment, and with limited time,
 * memory and disk.
 * @throws when it was aborted, or can't be run. It has always ended by then.
 */
export const runLimited = (run: LimitedRun) =>
  new Promise<ProcessResult>((resolve, reject) => {
    const { program, limits, signal, message } = run;
    signal.throwIfAborted();
    const child = start(run);
    let stderr = '';
    let reply: unknown;
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr = `${stderr}${chunk.toString()}`.slice(-stderrCharactersMax);
    });
    child.on('message', (received) => (reply = received));
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
        // The process has already ended.
      }
      // An error here means that the process has ended; the missing reply shows it.
      if (message !== undefined) child.send(message as object, () => undefined);
    });
    child.once('error', (error) => {
      settle();
      reject(error);
    });
    child.once('close', (code, killedBy) => {
      settle();
      if (signal.aborted) return reject(signal.reason as Error);
      if (code !== null && cannotRunCodes.includes(code))
        return reject(new Error(`${program} can’t be run: ${stderr}`));
      resolve({ ok: code === 0, exceeded: killedBy !== null, stderr, reply });
    });
  });
