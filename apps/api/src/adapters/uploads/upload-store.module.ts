import { join } from 'node:path';
import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { MemoryLocker } from '@tus/server';
import type { Config } from '../../config.ts';
import { configToken } from '../../kernel/tokens.ts';
import { RedisModule } from '../redis.module.ts';
import { redisToken } from '../redis.ts';
import type { Redis } from '../redis.ts';
import { openBucket } from '../s3.ts';
import { openUploadBucket } from './bucket.ts';
import { openUploadFolder } from './folder.ts';
import { UploadStore } from './port.ts';
import { sharedLocker } from './shared-locker.ts';

/** Provides the upload store of the engines that the settings name. */
@Module({})
export class UploadStoreModule {
  /** @param expiryMs how long an abandoned upload is kept */
  static of(expiryMs: number): DynamicModule {
    const open = async ({ mediaStore, dataDir }: Config, redis: Redis | null): Promise<UploadStore> => {
      const locker = redis ? sharedLocker(redis) : new MemoryLocker();
      if (mediaStore === 'embedded') return openUploadFolder({ folder: join(dataDir, 'uploads'), expiryMs, locker });
      return openUploadBucket({ bucket: await openBucket(mediaStore), expiryMs, locker });
    };
    return {
      module: UploadStoreModule,
      imports: [RedisModule],
      providers: [{ provide: UploadStore, inject: [configToken, redisToken], useFactory: open }],
      exports: [UploadStore],
    };
  }
}
