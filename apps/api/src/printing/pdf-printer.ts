import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { isLong, partsOf } from './document.ts';
import type { DocumentHead, Part, PrintedDocument } from './document.ts';

/** What the thread does at once. */
export type Task =
  | { readonly kind: 'render'; readonly module: string; readonly input: unknown }
  | { readonly kind: 'open'; readonly document: number; readonly head: DocumentHead; readonly isLong: boolean }
  | { readonly kind: 'add'; readonly document: number; readonly part: Part }
  | { readonly kind: 'end'; readonly document: number }
  | { readonly kind: 'drop'; readonly document: number };

/** Handed to the thread. */
export interface PrintRequest {
  readonly number: number;
  readonly task: Task;
}

/** Comes back from it: what was written meanwhile. */
export type PrintResponse = { readonly number: number } & (
  | { readonly pdf: Uint8Array<ArrayBuffer> }
  | { readonly problem: string }
);

/** A module that sets a document in a way of its own. */
export interface Renderer {
  readonly render: (input: never) => Promise<Buffer>;
}

interface Waiting {
  readonly resolve: (pdf: Buffer) => void;
  readonly reject: (error: Error) => void;
}

/** Documents that may wait for the thread; more are turned away. */
const waitingMax = 1_000;

/** Left to itself, the thread holds a hundred megabytes of what it has long done with. */
const maxYoungGenerationSizeMb = 8;

const extension = extname(import.meta.url);
const workerFile = new URL(`./pdf-printer.worker${extension}`, import.meta.url);
/** From source, the domain's packages are to be read from source as well. */
const execArgv = extension === '.ts' ? ['--conditions=source', '--disable-warning=ExperimentalWarning'] : [];

/**
 * Sets documents as PDFs in a thread of its own, which starts when it is first needed: setting one takes a tenth of a
 * second, and sales don't wait for it.
 */
@Injectable()
export class PdfPrinter implements OnApplicationShutdown {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private orders = 0;
  private documents = 0;

  /** @param module the file that exports `render`, as a `Renderer` */
  render(module: URL, input: unknown): Promise<Buffer> {
    return this.ask({ kind: 'render', module: module.href, input });
  }

  /** The document as a whole. */
  print(document: PrintedDocument): Promise<Buffer> {
    return buffer(this.stream(document));
  }

  /** Written while it is read, and no faster: its rows are asked for as they are needed. */
  stream(document: PrintedDocument): Readable {
    return Readable.from(this.piecesOf(document), { objectMode: false });
  }

  async onApplicationShutdown() {
    await this.worker?.terminate();
  }

  private async *piecesOf(printed: PrintedDocument): AsyncGenerator<Buffer> {
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
      // Where it failed, or nobody reads it to its end.
      if (this.worker) await this.ask({ kind: 'drop', document });
    }
  }

  private ask(task: Task): Promise<Buffer> {
    if (this.waiting.size >= waitingMax) return Promise.reject(new Error('Too many documents wait to be printed'));
    this.orders += 1;
    const order: PrintRequest = { number: this.orders, task };
    return new Promise((resolve, reject) => {
      this.waiting.set(order.number, { resolve, reject });
      this.worker ??= this.open();
      this.worker.postMessage(order);
    });
  }

  private open() {
    const worker = new Worker(workerFile, { execArgv, resourceLimits: { maxYoungGenerationSizeMb } });
    // It keeps no process alive that has nothing else to do.
    worker.unref();
    worker.on('message', (printed: PrintResponse) => {
      // Node's watch mode sends messages of its own from every thread.
      if ('number' in printed) this.settle(printed);
    });
    let problem = 'The thread that prints documents has ended';
    worker.once('error', (error: Error) => (problem = `${problem}: ${error.message}`));
    worker.once('exit', () => {
      this.worker = null;
      for (const { reject } of this.waiting.values()) reject(new Error(problem));
      this.waiting.clear();
    });
    return worker;
  }

  private settle(printed: PrintResponse) {
    const waiting = this.waiting.get(printed.number);
    this.waiting.delete(printed.number);
    if ('problem' in printed) waiting?.reject(new Error(`A document could not be printed: ${printed.problem}`));
    else waiting?.resolve(Buffer.from(printed.pdf.buffer, printed.pdf.byteOffset, printed.pdf.byteLength));
  }
}
