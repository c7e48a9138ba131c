import { tmpdir } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Inject, Injectable } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { runLimited } from '../../adapters/limited-process.ts';
import type { Limits } from '../../adapters/limited-process.ts';
import type { Config } from '../../config.ts';
import { lowPriority } from '../../kernel/low-priority.ts';
import { configToken } from '../../kernel/tokens.ts';
import { FairQueue } from './fair-queue.ts';
import { heicFormat } from './picture-tasks.ts';
import type { PictureResults, PictureReport, PictureTask } from './picture-tasks.ts';

/** CPU time is the limit that matters; the wall-clock limit only leaves enough for a busy machine. */
const limits: Limits = {
  timeMaxMs: 150_000,
  processorSecondsMax: 60,
  memoryMaxKilobytes: 512 * 1024,
  priority: lowPriority,
};

const extension = extname(import.meta.url);
const program = fileURLToPath(new URL(`./picture.worker${extension}`, import.meta.url));
/** No compiler: it would reserve more memory than pictures take. */
const builtOptions = ['--jitless', '--v8-pool-size=0'];
/** Running from source needs the compiler, and the domain's packages from source. */
const sourceOptions = ['--v8-pool-size=0', '--conditions=source', '--disable-warning=ExperimentalWarning'];
const compilerKilobytes = 640 * 1024;
const limitsWithCompiler = { ...limits, memoryMaxKilobytes: limits.memoryMaxKilobytes + compilerKilobytes };
/** WebAssembly is compiled, too: once, quickly. */
const heicOptions = ['--liftoff-only', '--v8-pool-size=0'];

const nodeFor = (task: PictureTask) => {
  if (extension === '.ts') return { options: sourceOptions, limits: limitsWithCompiler };
  const isHeic = task.kind === 'preview' && task.bounds.formats.includes(heicFormat);
  return isHeic ? { options: heicOptions, limits: limitsWithCompiler } : { options: builtOptions, limits };
};
const env = { UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2' };

/** The file can't be fully decoded. */
export class PictureBroken extends Error {
  override readonly name = 'PictureBroken';
}

/** The process exceeded its time or memory and was killed. A retry would exceed them again. */
export class PictureLimitExceeded extends Error {
  override readonly name = 'PictureLimitExceeded';
}

/** Runs picture tasks. It is only available in a turn of the queue. */
export interface PictureMaker {
  /** @throws PictureBroken, PictureLimitExceeded */
  make<Task extends PictureTask>(task: Task): Promise<PictureResults[Task['kind']]>;
}

/**
 * Does all of this service's work on pictures. Each task runs in its own process with limits, a few at a time, and
 * owners take turns.
 */
@Injectable()
export class Pictures implements OnModuleDestroy {
  readonly #queue = new FairQueue<() => void>();
  readonly #stop = new AbortController();
  readonly #concurrencyMax: number;
  #running = 0;

  constructor(@Inject(configToken) { picturesAtOnce }: Pick<Config, 'picturesAtOnce'>) {
    this.#concurrencyMax = picturesAtOnce;
  }

  /**
   * Runs `work` when it is its owner's turn.
   * @throws what `work` throws, and an abort error after `stop`
   */
  async enqueue<Result>(owner: string, work: (maker: PictureMaker) => Promise<Result>): Promise<Result> {
    const turn = new Promise<void>((resolve) => this.#queue.join(owner, resolve));
    this.#next();
    await turn;
    try {
      this.#stop.signal.throwIfAborted();
      return await work({ make: (task) => this.#make(task) });
    } finally {
      this.#running -= 1;
      this.#queue.ended(owner);
      this.#next();
    }
  }

  /** Aborts running tasks. Waiting ones are not started. */
  stop() {
    this.#stop.abort();
  }

  onModuleDestroy() {
    this.stop();
  }

  #next() {
    while (this.#running < this.#concurrencyMax) {
      const next = this.#queue.take();
      if (!next) return;
      this.#running += 1;
      next.work();
    }
  }

  async #make<Task extends PictureTask>(task: Task): Promise<PictureResults[Task['kind']]> {
    const node = nodeFor(task);
    const { reply, stderr } = await runLimited({
      program: process.execPath,
      args: [...node.options, program],
      folder: tmpdir(),
      env,
      limits: node.limits,
      signal: this.#stop.signal,
      message: task,
    });
    const report = reply as PictureReport | undefined;
    if (!report) throw new PictureLimitExceeded(`${task.kind}: ended without a reply. ${stderr.trim()}`);
    if ('made' in report) return report.made as PictureResults[Task['kind']];
    throw new (report.outOfMemory ? PictureLimitExceeded : PictureBroken)(`${task.kind}: ${report.failed}`);
  }
}
