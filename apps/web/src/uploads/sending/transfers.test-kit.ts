import { act } from '@testing-library/react';
import type { Duplicate } from '@tessera/contract/uploads';
import type { UploadOptions } from 'tus-js-client';
import { server } from '../../testing/server.test-kit.ts';
import { settled } from '../../testing/user.test-kit.ts';

vi.mock('tus-js-client', () => ({ Upload: Transfer }));

const where = { path: 'creator/images/1-a.webp', url: 'https://shop.example/media/creator/images/1-a.webp' };

/** Takes the place of the upload protocol's client for one file. The test decides how it goes. */
class Transfer {
  url: string | null;
  isStopped = false;

  static terminate(address: string): Promise<void> {
    deleted.push(address);
    return Promise.resolve();
  }

  constructor(
    readonly file: File,
    readonly options: UploadOptions,
  ) {
    this.url = options.uploadUrl ?? null;
    transfers.push(this);
  }

  start() {}

  abort(): Promise<void> {
    this.isStopped = true;
    return Promise.resolve();
  }

  /** The server has told where it collects the bytes. */
  async place(address: string): Promise<void> {
    this.url = address;
    await act(async () => this.options.onUploadUrlAvailable?.());
  }

  report(bytesSent: number): void {
    act(() => this.options.onProgress?.(bytesSent, this.file.size));
  }

  loseConnection(): void {
    act(() => void this.options.onShouldRetry?.(new Error('No connection') as never, 0, this.options));
  }

  /** Every byte has arrived, and the server says this about the file. */
  async arrive(answer: object): Promise<void> {
    server.answer(this.result, answer);
    await this.end();
  }

  store(duplicateOf?: Duplicate): Promise<void> {
    const preview = this.file.type.startsWith('video/') ? 'poster' : 'picture';
    return this.arrive({ ...where, preview, awaits_preview: false, duplicate_of: duplicateOf });
  }

  async refuse(message: string): Promise<void> {
    server.refuse(this.result, 422, { message });
    await this.end();
  }

  async fail(error: Error): Promise<void> {
    await act(async () => this.options.onError?.(error));
    await settled();
  }

  private get result(): string {
    this.url ??= `/api/uploads/${uploadIdOf(this.file.name)}`;
    return `GET ${this.url}/result`;
  }

  private async end(): Promise<void> {
    await act(async () => this.options.onSuccess?.({} as never));
    await settled();
  }
}

/** The id of a file's upload, unless the test has placed it elsewhere. */
export const uploadIdOf = (fileName: string) => `upload-of-${fileName}`;

/** The uploads, in the order in which they were started; a resumed one counts again. */
export const transfers: Transfer[] = [];

/** The addresses of the uploads that the server was told to delete. */
export const deleted: string[] = [];

beforeEach(() => {
  transfers.length = 0;
  deleted.length = 0;
});
