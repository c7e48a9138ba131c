import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { loggerToken, uploadStoreToken } from '../../kernel/tokens.ts';
import { Processing } from '../processing.ts';
import type { UploadStore } from '../../adapters/uploads/port.ts';
import { Uploads } from './uploads.ts';

const sweepEveryMs = 10 * 60 * 1000;
/** Where nodes share the uploads, what one that died left is taken up by another. */
const sharedSweepEveryMs = 60 * 1000;

/** Takes up what an interruption left, and removes what expired: at the start, and now and then. */
@Injectable()
export class UploadSweep implements OnApplicationBootstrap, OnModuleDestroy {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly uploads: Uploads,
    private readonly processing: Processing,
    @Inject(uploadStoreToken) private readonly store: UploadStore,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap() {
    await this.#sweepOrLog();
    const everyMs = this.store.shared ? sharedSweepEveryMs : sweepEveryMs;
    this.#timer = setInterval(() => void this.#sweepOrLog(), everyMs).unref();
  }

  onModuleDestroy() {
    clearInterval(this.#timer);
  }

  async sweep() {
    for (const id of await this.store.ids()) await this.#sweepOne(id);
  }

  async #sweepOrLog() {
    try {
      await this.sweep();
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
        return this.uploads.discardFiles(id);
    }
  }
}
