import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { isLong, partsOf } from './document.ts';
import type { DocumentHead, Part, PrintedDocument } from './document.ts';

/** What the thread does in one turn. */
export type Task =
  | { readonly kind: 'render'; readonly module: string; readonly input: unknown }
  | { readonly kind: 'open'; readonly document: number; readonly head: DocumentHead; readonly isLong: boolean }
  | { readonly kind: 'add'; readonly document: number; readonly part: Part }
  | { readonly kind: 'end'; readonly document: number }
  | { readonly kind: 'drop'; readonly document: number };

/** A message to the thread. */
export interface PrintRequest {
  readonly number: number;
  readonly task: Task;
}

/** A message from the thread, with the bytes written since the last one. */
export type PrintResponse = { readonly number: number } & (
  | { readonly pdf: Uint8Array<ArrayBuffer> }
  | { readonly problem: string }
);

/** A module that renders a document in its own layout. */
export interface Renderer {
  readonly render: (input: never) => Promise<Buffer>;
}

interface PendingRequest {
  readonly resolve: (pdf: Buffer) => void;
  readonly reject: (error: Error) => void;
}

/** Requests that may wait for the thread. Any more are refused. */
const pendingMax = 1_000;

/** By default, the thread would hold a hundred megabytes of garbage. */
const maxYoungGenerationSizeMb = 8;

const extension = extname(import.meta.url);
const workerFile = new URL(`./pdf-printer.worker${extension}`, import.meta.url);
/** When this runs from source, the domain's packages must be read from source as well. */
const execArgv = extension === '.ts' ? ['--conditions=source', '--disable-warning=ExperimentalWarning'] : [];

/**
 * Renders PDFs in a separate thread, which starts when it is first needed. A document takes a tenth of a second, and
 * sales must not wait for it.
 */
@Injectable()
export class PdfPrinter implements OnApplicationShutdown {
  private worker: Worker | null = null;
  private readonly pending = new Map<number, PendingRequest>();
  private requests = 0;
  private documents = 0;

  /** @param module the file of a `Renderer` */
  render(module: URL, input: unknown): Promise<Buffer> {
    return this.ask({ kind: 'render', module: module.href, input });
  }

  /** Returns the whole document. */
  print(document: PrintedDocument): Promise<Buffer> {
    return buffer(this.stream(document));
  }

  /** Renders the document as it is read, and no faster: its rows are fetched as they are needed. */
  stream(document: PrintedDocument): Readable {
    return Readable.from(this.chunksOf(document), { objectMode: false });
  }

  async onApplicationShutdown() {
    await this.worker?.terminate();
  }

  private async *chunksOf(printed: PrintedDocument): AsyncGenerator<Buffer> {
    this.documents += 1;
    const document = this.documents;
    const { title, number, date, parties, facts } = printed;
    try {
      yield await this.ask({
        kind: 'open',
        document,
        head: { title, number, date, parties, facts },
        isLong: isLong(printed),
      });
      for await (const part of partsOf(printed)) yield await this.ask({ kind: 'add', document, part });
      yield await this.ask({ kind: 'end', document });
    } finally {
      // It failed, or its reader stopped early.
      if (this.worker) await this.ask({ kind: 'drop', document });
    }
  }

  private ask(task: Task): Promise<Buffer> {
    if (this.pending.size >= pendingMax)
      return Promise.reject(new Error('Too many documents are waiting to be printed'));
    this.requests += 1;
    const request: PrintRequest = { number: this.requests, task };
    return new Promise((resolve, reject) => {
      this.pending.set(request.number, { resolve, reject });
      this.worker ??= this.startWorker();
      this.worker.postMessage(request);
    });
  }

  private startWorker() {
    const worker = new Worker(workerFile, { execArgv, resourceLimits: { maxYoungGenerationSizeMb } });
    // The thread must not keep the process alive.
    worker.unref();
    worker.on('message', (response: PrintResponse) => {
      // Node's watch mode also sends messages from every thread.
      if ('number' in response) this.settle(response);
    });
    let problem = 'The thread that prints documents has ended';
    worker.once('error', (error: Error) => (problem = `${problem}: ${error.message}`));
    worker.once('exit', () => {
      this.worker = null;
      for (const { reject } of this.pending.values()) reject(new Error(problem));
      this.pending.clear();
    });
    return worker;
  }

  private settle(response: PrintResponse) {
    const request = this.pending.get(response.number);
    this.pending.delete(response.number);
    if ('problem' in response) request?.reject(new Error(`A document could not be printed: ${response.problem}`));
    else request?.resolve(Buffer.from(response.pdf.buffer, response.pdf.byteOffset, response.pdf.byteLength));
  }
}
