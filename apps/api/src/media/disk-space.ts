import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { noRoomForMedia } from '@tessera/domain/content/media/media-failures';
import type { Config } from '../config.ts';
import { Refused } from '../kernel/refused.ts';
import { configToken } from '../kernel/tokens.ts';

/** What is sent lies there twice for a moment: as it arrives, and as the original that is made of it. */
const copies = 2;

const freeOn = async (folder: string) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/**
 * Whether uploads may take more of the disk that they share with the log and all else: never so much that less than
 * the floor is left. A bucket is someone else's disk, and has room.
 */
@Injectable()
export class MediaDiskSpace {
  readonly #folders: readonly string[];
  readonly #floor: number;
  /** What requests that are under way may still send, in bytes. */
  #reserved = 0;

  constructor(@Inject(configToken) { mediaStore, dataDir, mediaFreeSpaceFloor }: Config) {
    // The media may lie on a disk of their own.
    this.#folders = mediaStore === 'embedded' ? [dataDir, join(dataDir, 'media')] : [];
    this.#floor = mediaFreeSpaceFloor;
  }

  /** Whether what is promised can be taken. */
  async isAvailable(): Promise<boolean> {
    const free = await Promise.all(this.#folders.map(freeOn));
    return free.every((each) => each - copies * this.#reserved >= this.#floor);
  }

  /** Keeps room for so many bytes while `take` runs. @throws Refused when there is none */
  async withReserved<Result>(bytes: number, take: () => Promise<Result>): Promise<Result> {
    // Promised before it is looked at, so that no number of requests at once gets past the floor.
    this.#reserved += bytes;
    try {
      if (!(await this.isAvailable())) throw new Refused(noRoomForMedia());
      return await take();
    } finally {
      this.#reserved -= bytes;
    }
  }
}
