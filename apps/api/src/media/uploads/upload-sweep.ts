import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { UploadStore } from '../../adapters/uploads/port.ts';
import type { Config } from '../../config.ts';
import { Leases } from '../../kernel/work/lease.ts';
import { configToken, loggerToken } from '../../kernel/tokens.ts';
import { Processing } from '../processing.ts';
import { Uploads } from './uploads.ts';

const sweepEveryMs = 10 * 60 * 1000;
/** If nodes share the uploads, another node continues what a dead one left. */
const sharedSweepEveryMs = 60 * 1000;

/**
 * Continues interrupted uploads and deletes expired ones, at startup and regularly. If nodes share the uploads, a
 * single process does so for all of them, and not one that answers browsers.
 */
@Injectable()
export class UploadSweep implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> = Promise.resolve();

  constructor(
    private readonly uploads: Uploads,
    private readonly processing: Processing,
    private readonly store: UploadStore,
    private readonly leases: Leases,
    @Inject(configToken) private readonly config: Pick<Config, 'role'>,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap() {
    if (!this.store.shared) {
      await this.#sweepOrLog();
      this.#timer = setInterval(() => void this.#sweepOrLog(), sweepEveryMs).unref();
    } else if (this.config.role !== 'api') {
      this.#sweeping = this.leases.keep('unfinished uploads', this.#stopping.signal, async ({ signal }) => {
        while (!signal.aborted) {
          await this.#sweepOrLog(signal);
          await delay(sharedSweepEveryMs, undefined, { signal }).catch(() => undefined);
        }
      });
    }
  }

  async onModuleDestroy() {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#sweeping;
  }

  async sweep(signal?: AbortSignal) {
    for (const id of await this.store.ids()) {
      if (signal?.aborted) return;
      await this.#sweepOne(id);
    }
  }

  async #sweepOrLog(signal?: AbortSignal) {
    try {
      await this.sweep(signal);
    } catch (error) {
      this.logger.error({ err: error }, 'the uploads could not be swept');
    }
  }

  async #sweepOne(id: string) {
    const upload = await this.uploads.find(id);
    switch (upload?.status) {
      case 'uploading':
        if ((await this.store.receivedBytes(id)) === upload.bytes) {
          await this.uploads.received(id);
          this.processing.start(id, upload.creator_id);
        } else if (this.uploads.isExpired(upload)) await this.uploads.remove(id);
        return;
      case 'processing':
        if (!this.uploads.isClaimed(upload)) this.processing.start(id, upload.creator_id);
        return;
      default:
        return this.store.discard(id);
    }
  }
}
