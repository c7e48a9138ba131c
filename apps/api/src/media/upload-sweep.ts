import { readdir, stat } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { loggerToken } from '../kernel/tokens.ts';
import { Processing } from './processing.ts';
import { Uploads } from './uploads.ts';

const sweepEveryMs = 10 * 60 * 1000;

/** Takes up what an interruption left, and removes what expired: at the start, and now and then. */
@Injectable()
export class UploadSweep implements OnApplicationBootstrap, OnModuleDestroy {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly uploads: Uploads,
    private readonly processing: Processing,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap() {
    await this.sweep();
    this.#timer = setInterval(() => {
      this.sweep().catch((error: unknown) => this.logger.error({ err: error }, 'the uploads could not be swept'));
    }, sweepEveryMs).unref();
  }

  onModuleDestroy() {
    clearInterval(this.#timer);
  }

  async sweep() {
    const names = await readdir(this.uploads.folder);
    for (const id of new Set(names.map((name) => name.replace(/\.json$/, '')))) await this.#sweepOne(id);
  }

  async #sweepOne(id: string) {
    const upload = await this.uploads.find(id);
    switch (upload?.status) {
      case 'uploading':
        if (await this.#isComplete(id, upload.bytes)) {
          await this.uploads.received(id);
          this.processing.start(id);
        } else if (this.uploads.isExpired(upload)) await this.uploads.remove(id);
        return;
      case 'processing':
        return this.processing.start(id);
      default:
        return this.uploads.discardFiles(id);
    }
  }

  async #isComplete(id: string, bytes: number) {
    const found = await stat(this.uploads.fileOf(id)).catch(() => null);
    return found?.size === bytes;
  }
}
