import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { StoredMedia } from '../../adapters/media/port.ts';

const windowBytes = 64 * 1024;

/** Reads small parts of a file, mostly in ascending order, with few reads of the disk. */
export class FileWindow {
  #window: Buffer = Buffer.alloc(0);
  #start = 0;

  /** Returns one window of bytes from the offset; fewer at the end of the file. */
  readonly #read: (offset: number) => Promise<Buffer>;
  /** The size of the whole file, in bytes. */
  readonly size: number;

  // Written out, because the process that decodes pictures also runs from source, with its types only stripped.
  private constructor(read: (offset: number) => Promise<Buffer>, size: number) {
    this.#read = read;
    this.size = size;
  }

  static async over<Answer>(file: string, use: (window: FileWindow) => Promise<Answer>): Promise<Answer> {
    const handle = await open(file);
    const read = async (offset: number) => {
      const bytes = Buffer.alloc(windowBytes);
      const { bytesRead } = await handle.read(bytes, 0, windowBytes, offset);
      return bytes.subarray(0, bytesRead);
    };
    try {
      return await use(new FileWindow(read, (await handle.stat()).size));
    } finally {
      await handle.close();
    }
  }

  /** Reads a file of the media store. */
  static overStored(media: StoredMedia): FileWindow {
    const read = (start: number) => {
      const end = Math.min(start + windowBytes, media.size) - 1;
      return end < start ? Promise.resolve(Buffer.alloc(0)) : buffer(media.read({ start, end }));
    };
    return new FileWindow(read, media.size);
  }

  /** Returns `length` bytes, at most 64 KiB, from the offset; fewer at the end of the file. */
  async at(offset: number, length: number): Promise<Buffer> {
    if (offset < this.#start || offset + length > this.#start + this.#window.length) {
      this.#window = await this.#read(offset);
      this.#start = offset;
    }
    return this.#window.subarray(offset - this.#start, offset - this.#start + length);
  }

  /** Returns `length` bytes, of any number, from the offset; fewer at the end of the file. */
  async all(offset: number, length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let done = 0; done < length; done += windowBytes) {
      parts.push(await this.at(offset + done, Math.min(windowBytes, length - done)));
    }
    return Buffer.concat(parts);
  }
}
