import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { License } from '@tessera/domain/licensing/licenses.view';
import type { AgreementProof } from './agreement-pdf.ts';

/** Handed to the thread. */
export interface PrintOrder {
  readonly number: number;
  readonly license: License;
  readonly text: string;
  readonly proof: AgreementProof;
}

/** Comes back from it. */
export type Printed = { readonly number: number } & (
  | { readonly pdf: Uint8Array<ArrayBuffer> }
  | { readonly problem: string }
);

interface Waiting {
  readonly resolve: (pdf: Buffer) => void;
  readonly reject: (error: Error) => void;
}

/** Agreements that may wait for the thread; more are turned away. */
const waitingMax = 1_000;

/** Left to itself, the thread holds a hundred megabytes of what it has long done with. */
const maxYoungGenerationSizeMb = 8;

const extension = extname(import.meta.url);
const workerFile = new URL(`./agreement.worker${extension}`, import.meta.url);
/** From source, the domain's packages are to be read from source as well. */
const execArgv = extension === '.ts' ? ['--conditions=source', '--disable-warning=ExperimentalWarning'] : [];

/**
 * Sets agreements as PDFs in a thread of its own, which starts when it is first needed: setting one takes a tenth of a
 * second, and sales don't wait for it.
 */
@Injectable()
export class AgreementPress implements OnApplicationShutdown {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private orders = 0;

  print(license: License, text: string, proof: AgreementProof): Promise<Buffer> {
    if (this.waiting.size >= waitingMax) return Promise.reject(new Error('Too many agreements wait to be printed'));
    this.orders += 1;
    const order: PrintOrder = { number: this.orders, license, text, proof };
    return new Promise((resolve, reject) => {
      this.waiting.set(order.number, { resolve, reject });
      this.worker ??= this.open();
      this.worker.postMessage(order);
    });
  }

  async onApplicationShutdown() {
    await this.worker?.terminate();
  }

  private open() {
    const worker = new Worker(workerFile, { execArgv, resourceLimits: { maxYoungGenerationSizeMb } });
    // It keeps no process alive that has nothing else to do.
    worker.unref();
    worker.on('message', (printed: Printed) => {
      // Node's watch mode sends messages of its own from every thread.
      if ('number' in printed) this.settle(printed);
    });
    let problem = 'The thread that prints agreements has ended';
    worker.once('error', (error: Error) => (problem = `${problem}: ${error.message}`));
    worker.once('exit', () => {
      this.worker = null;
      for (const { reject } of this.waiting.values()) reject(new Error(problem));
      this.waiting.clear();
    });
    return worker;
  }

  private settle(printed: Printed) {
    const waiting = this.waiting.get(printed.number);
    this.waiting.delete(printed.number);
    if ('problem' in printed) waiting?.reject(new Error(`An agreement could not be printed: ${printed.problem}`));
    else waiting?.resolve(Buffer.from(printed.pdf.buffer, printed.pdf.byteOffset, printed.pdf.byteLength));
  }
}
