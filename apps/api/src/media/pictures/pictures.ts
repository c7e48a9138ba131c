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
import type { PictureResults, PictureReport, PictureTask } from './picture-tasks.ts';

/** The processor's time is what a picture may cost. */
const limits: Limits = {
  timeMaxMs: 150_000,
  processorSecondsMax: 60,
  memoryMaxKilobytes: 512 * 1024,
  priority: lowPriority,
};

const extension = extname(import.meta.url);
const program = fileURLToPath(new URL(`./picture.worker${extension}`, import.meta.url));
/** Without compiling, which would reserve more memory than pictures take. */
const lean = ['--jitless', '--v8-pool-size=0'];
/** Sources can't be read without it, nor the domain's packages but from source. */
const fromSource = ['--v8-pool-size=0', '--conditions=source', '--disable-warning=ExperimentalWarning'];
const compilerKilobytes = 640 * 1024;
const node =
  extension === '.ts'
    ? { options: fromSource, limits: { ...limits, memoryMaxKilobytes: limits.memoryMaxKilobytes + compilerKilobytes } }
    : { options: lean, limits };
const env = { UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2' };

/** The file can't be decoded to its end. */
export class PictureBroken extends Error {
  override readonly name = 'PictureBroken';
}

/** Its process took more time or memory than it may, and was ended: it would do so again. */
export class PictureLimitExceeded extends Error {
  override readonly name = 'PictureLimitExceeded';
}

/** What can be done in a turn. */
export interface PictureMaker {
  /** @throws PictureBroken, PictureLimitExceeded */
  make<Task extends PictureTask>(task: Task): Promise<PictureResults[Task['kind']]>;
}

/**
 * All work on pictures of this process: each in a process of its own within limits, a few at once, their owners in turn.
 * Nothing is decoded outside of a turn.
 */
@Injectable()
export class Pictures implements OnModuleDestroy {
  readonly #queue = new FairQueue<() => void>();
  readonly #stop = new AbortController();
  readonly #atOnceMax: number;
  #underWay = 0;

  constructor(@Inject(configToken) { picturesAtOnce }: Pick<Config, 'picturesAtOnce'>) {
    this.#atOnceMax = picturesAtOnce;
  }

  /**
   * Runs `work` when its owner's turn has come.
   * @throws what `work` throws, and an abort once this is stopped
   */
  async enqueue<Result>(owner: string, work: (maker: PictureMaker) => Promise<Result>): Promise<Result> {
    const turn = new Promise<void>((resolve) => this.#queue.join(owner, resolve));
    this.#next();
    await turn;
    try {
      this.#stop.signal.throwIfAborted();
      return await work({ make: (task) => this.#make(task) });
    } finally {
      this.#underWay -= 1;
      this.#queue.ended(owner);
      this.#next();
    }
  }

  /** Ends what is under way; what waits is not started. */
  stop() {
    this.#stop.abort();
  }

  onModuleDestroy() {
    this.stop();
  }

  #next() {
    while (this.#underWay < this.#atOnceMax) {
      const next = this.#queue.take();
      if (!next) return;
      this.#underWay += 1;
      next.work();
    }
  }

  async #make<Task extends PictureTask>(task: Task): Promise<PictureResults[Task['kind']]> {
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
