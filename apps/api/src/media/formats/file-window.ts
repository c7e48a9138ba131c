import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

const windowBytes = 64 * 1024;

/** Small pieces of a file, mostly in ascending order, with few reads of the disk. */
export class FileWindow {
  #window: Buffer = Buffer.alloc(0);
  #start = 0;

  private constructor(
    private readonly handle: FileHandle,
    /** Of the whole file, in bytes. */
    readonly size: number,
  ) {}

  static async over<Answer>(file: string, use: (window: FileWindow) => Promise<Answer>): Promise<Answer> {
    const handle = await open(file);
    try {
      return await use(new FileWindow(handle, (await handle.stat()).size));
    } finally {
      await handle.close();
    }
  }

  /** So many bytes from there, at most 64 KiB; fewer where the file ends. */
  async at(offset: number, length: number): Promise<Buffer> {
    if (offset < this.#start || offset + length > this.#start + this.#window.length) {
      const bytes = Buffer.alloc(windowBytes);
      const { bytesRead } = await this.handle.read(bytes, 0, windowBytes, offset);
      this.#window = bytes.subarray(0, bytesRead);
      this.#start = offset;
    }
    return this.#window.subarray(offset - this.#start, offset - this.#start + length);
  }
}
