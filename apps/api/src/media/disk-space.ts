import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { noRoomForMedia } from '@tessera/domain/content/media/media-failures';
import type { Config } from '../config.ts';
import { Refused } from '../kernel/refused.ts';
import { configToken } from '../kernel/tokens.ts';

/** For a moment each file is stored twice: as it arrived, and as the original. */
const copies = 2;

const freeBytesOf = async (folder: string) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/**
 * Keeps a minimum of disk space free, because uploads share the disk with the log and everything else. A bucket is
 * elsewhere, and always has space.
 */
@Injectable()
export class MediaDiskSpace {
  readonly #folders: readonly string[];
  readonly #floor: number;
  /** The bytes that current requests may still send. */
  #reserved = 0;

  constructor(@Inject(configToken) { mediaStore, dataDir, mediaFreeSpaceFloor }: Config) {
    // The media may be on a separate disk.
    this.#folders = mediaStore === 'embedded' ? [dataDir, join(dataDir, 'media')] : [];
    this.#floor = mediaFreeSpaceFloor;
  }

  /** Whether there is space for what is reserved. */
  async isAvailable(): Promise<boolean> {
    const free = await Promise.all(this.#folders.map(freeBytesOf));
    return free.every((bytes) => bytes - copies * this.#reserved >= this.#floor);
  }

  /** Reserves space for so many bytes while `receive` runs. @throws Refused when there is too little */
  async withReserved<Result>(bytes: number, receive: () => Promise<Result>): Promise<Result> {
    // Reserved before the check, so that concurrent requests can't exceed the limit together.
    this.#reserved += bytes;
    try {
      if (!(await this.isAvailable())) throw new Refused(noRoomForMedia());
      return await receive();
    } finally {
      this.#reserved -= bytes;
    }
  }
}
